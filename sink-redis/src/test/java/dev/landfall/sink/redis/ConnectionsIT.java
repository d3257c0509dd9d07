package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Store;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.UnifiedJedis;

/** The ways to a server: TLS, a user of limited rights, a socket file. */
@RealStores
class ConnectionsIT {
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);

  @TempDir private Path directory;

  @Test
  void tlsListener_isTrustedByItsCertificate_andByNoOther() throws Exception {
    try (RedisStore store = Stores.redis().tls().own().start()) {
      Store.Trust trust = store.trust().orElseThrow();
      Path password = Files.writeString(directory.resolve("password"), trust.trustStorePassword());
      Map<String, Object> tls =
          Map.of(
              "trust-store",
              trust.trustStore().toString(),
              "trust-store-password",
              "${file:" + password + "}");
      String url = store.tlsUrl().orElseThrow();

      Lab.write(
          Settings.of(store, "url", url, "tls", tls, "mode", "monotonic"), Lab.put("k", "v", 1));

      try (UnifiedJedis reader = Lab.reader(store)) {
        assertThat(reader.get("k")).isEqualTo("v");
      }
      assertThat(findings(Settings.of(store, "url", url)))
          .singleElement()
          .asString()
          .contains("no server answers at");
      assertThat(findings(Settings.of(store, "url", url, "tls", tls))).isEmpty();
    }
  }

  @Test
  void socketFile_isAnAddressLikeAnyOther() throws Exception {
    Path socket = directory.resolve("redis.sock");
    try (RedisStore store = Stores.redis().args("--unixsocket", socket.toString()).own().start()) {
      RedisConfiguration settings =
          Settings.of("url", "unix:" + socket, "value", "text", "mode", "monotonic");

      assertThat(findings(settings)).isEmpty();
      Lab.write(settings, Lab.put("k", "v".repeat(3 << 20), 1), Lab.put("l", "w", 2));

      try (UnifiedJedis reader = Lab.reader(store)) {
        assertThat(reader.get("k")).hasSize(3 << 20);
        assertThat(reader.get("l")).isEqualTo("w");
      }
      store.kill();
      assertThat(findings(settings)).singleElement().asString().contains("unix:" + socket);
    }
  }

  /** The rights are those of the documentation. */
  @Test
  void userWithTheRightsOfTheDocumentation_isEnough() throws Exception {
    try (RedisStore store = Stores.redis().own().start();
        UnifiedJedis admin = Lab.reader(store)) {
      String page = Files.readString(Path.of("../docs/sink-redis.md"));
      String rights = page.substring(page.indexOf("ACL SETUSER landfall"));
      rights = rights.substring(0, rights.indexOf('\n')).replace("PASSWORD", "wonder");
      Object[] words = rights.substring("ACL ".length()).split(" ", -1);
      Raw.call(store.endpoint(), "ACL", words);

      RedisConfiguration set = withPassword(store, "set");
      assertThat(findings(set)).singleElement().asString().contains("appendfsync unknown");
      Lab.write(set, Lab.put("1", "v", 1), Lab.put("2", "v", 2), Lab.delete("1", 3));
      assertThat(admin.get("user:2")).isEqualTo("v");

      RedisConfiguration monotonic = withPassword(store, "monotonic");
      assertThat(findings(monotonic)).anyMatch(one -> one.contains("refuses to write: NOPERM"));
      Raw.call(
          store.endpoint(),
          "ACL",
          "SETUSER",
          "landfall",
          "+get",
          "+mget",
          "+evalsha",
          "+script|load",
          "+config|get");
      assertThat(findings(monotonic)).isEmpty();
      Lab.write(monotonic, Lab.put("3", "v", 1), Lab.delete("2", 3));
      assertThat(admin.get("user:3")).isEqualTo("v");
      assertThat(admin.get("user:2")).isNull();
    }
  }

  @Test
  void SI_9_wrongPassword_isToldWithoutIt() throws Exception {
    try (RedisStore store = Stores.redis().args("--requirepass", "wonder").own().start()) {
      Map<String, Object> values = values(store, "set");
      values.remove("user");
      Files.writeString(directory.resolve("password"), "wander");

      RedisConfiguration settings = bind(values);

      assertThat(findings(settings))
          .singleElement()
          .asString()
          .contains("WRONGPASS")
          .doesNotContain("wander");
      assertThatThrownBy(() -> Lab.write(settings, Lab.put("k", "v", 1)))
          .hasMessageContaining("WRONGPASS");
    }
  }

  @Test
  void connections_bearTheNameOfTheirWriter() throws Exception {
    RedisStore store = Stores.redis().shared();
    try (IdempotentWriter writer = Lab.writer(Settings.of(store), new Rejections())) {
      writer.flush();
      byte[] list = (byte[]) Raw.call(store.endpoint(), "CLIENT", "LIST");
      assertThat(new String(list, java.nio.charset.StandardCharsets.UTF_8))
          .contains("name=landfall:lab/redis/0 ");
    }
  }

  private RedisConfiguration withPassword(RedisStore store, String mode) throws Exception {
    Files.writeString(directory.resolve("password"), "wonder");
    return bind(values(store, mode));
  }

  private Map<String, Object> values(RedisStore store, String mode) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("url", store.url());
    values.put("mode", mode);
    values.put("key", "user:{key}");
    values.put("value", "text");
    values.put("user", "landfall");
    values.put("password", "${file:" + directory.resolve("password") + "}");
    return values;
  }

  private static RedisConfiguration bind(Map<String, Object> values) throws Exception {
    return Configurations.bind(
        RedisConfiguration.class, Section.root(values), References.ofProcess());
  }

  private static List<String> findings(RedisConfiguration configuration) {
    return new RedisSink(configuration, Contexts.of(Lab.SINK))
        .preflight(TERMS).stream().map(Finding::toString).toList();
  }
}
