package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.UnifiedJedis;

/** What a server lacks is told before the first write (SI-6). */
@RealStores
class PreflightIT {
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);

  private static RedisStore store;
  private static UnifiedJedis admin;

  @BeforeAll
  static void start() {
    store = Stores.redis().own().start();
    admin = Lab.reader(store);
  }

  @AfterAll
  static void stop() {
    admin.close();
    store.close();
  }

  @BeforeEach
  void likeNew() {
    config("appendonly", "yes");
    config("appendfsync", "always");
    config("maxmemory", "0");
    config("maxmemory-policy", "noeviction");
  }

  private static void config(String name, String value) {
    Object unused = Raw.call(store.endpoint(), "CONFIG", "SET", name, value);
  }

  private static List<String> check(RedisConfiguration configuration, PipelineTerms terms) {
    return new RedisSink(configuration, Contexts.of(Lab.SINK))
        .preflight(terms).stream().map(Finding::toString).toList();
  }

  private static List<String> check(Object... more) {
    return check(Settings.of(store, more), TERMS);
  }

  @Test
  void SI_6_soundServer_hasNoFinding_andIsLeftAsItWas() {
    long keys = admin.dbSize();

    assertThat(check()).isEmpty();
    assertThat(check("mode", "monotonic")).isEmpty();
    assertThat(admin.dbSize()).isEqualTo(keys);
  }

  @Test
  void SI_6_serverWithoutDisk_isRefusedUnlessAccepted() {
    config("appendonly", "no");

    assertThat(check()).singleElement().asString().startsWith("ERROR").contains("appendonly no");
    assertThat(check("accept-volatile", true)).singleElement().asString().startsWith("WARNING");
    assertThat(check(Settings.of(store), asking(Guarantee.Level.AT_LEAST_ONCE))).isEmpty();
  }

  private static PipelineTerms asking(Guarantee.Level level) {
    return new PipelineTerms(level, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);
  }

  @Test
  void SI_6_diskOnceASecond_isToldWithItsPrice() {
    config("appendfsync", "everysec");

    assertThat(check())
        .singleElement()
        .asString()
        .startsWith("WARNING")
        .contains("a loss of power loses the last second or two");
  }

  @ParameterizedTest
  @CsvSource({
    "allkeys-lru, set, true",
    "allkeys-random, monotonic, true",
    "volatile-ttl, set, false",
    "volatile-ttl, monotonic, true"
  })
  void SI_6_serverThatMayDeleteOurKeys_isRefusedUnlessAccepted(
      String policy, String mode, boolean refused) {
    config("maxmemory", "100mb");
    config("maxmemory-policy", policy);

    assertThat(check("mode", mode).stream().anyMatch(one -> one.startsWith("ERROR")))
        .isEqualTo(refused);
    assertThat(check("mode", mode, "accept-eviction", true))
        .noneMatch(one -> one.startsWith("ERROR"));
  }

  @Test
  void I_5_deletionsThatAreForgottenTooSoon_areRefused() {
    assertThat(check("mode", "monotonic", "deletions-kept", "30m"))
        .singleElement()
        .asString()
        .contains("deletions are remembered for 1800 s")
        .contains("more than 3601 s");
  }

  @Test
  void recordsWithoutKey_areRefused() {
    PipelineTerms unkeyed =
        new PipelineTerms(
            Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, false);

    assertThat(check(Settings.of(store), unkeyed)).singleElement().asString().contains("no key");
  }

  @Test
  void SI_6_waits_needReplicasAndAServerThatCan() {
    assertThat(check("durability", Map.of("replicas", 1)))
        .singleElement()
        .asString()
        .contains("has 0 replicas, and 'durability' waits for 1");
    if (!ServerFacts.of(admin.info("server")).isAtLeast(7, 2)) {
      assertThat(check("durability", Map.of("aof", true)))
          .singleElement()
          .asString()
          .contains("which has no WAITAOF");
    }
  }

  @Test
  void singleAndCluster_areNotMistakenForEachOther() {
    RedisStore cluster = Stores.redisCluster().shared();

    assertThat(check("url", cluster.url())).anyMatch(one -> one.contains("is a node of a cluster"));
    assertThat(check(Settings.of(cluster), TERMS)).isEmpty();
    assertThat(check(Settings.of("nodes", List.of(store.endpoint().toString())), TERMS))
        .singleElement()
        .asString()
        .contains("cluster support disabled");
  }

  @Test
  void nobodyThere_isTheOnlyFinding() {
    assertThat(check(Settings.of("url", "redis://127.0.0.1:" + Stores.claimPort()), TERMS))
        .singleElement()
        .asString()
        .contains("no server answers at '127.0.0.1:");
  }
}
