package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

/** The newest version wins (I-5), and the same tests show that the last one wins in mode set. */
@RealStores
class MonotonicIT {
  private static int tests;

  private final RedisStore store = Stores.redis().shared();
  private final UnifiedJedis reader = Lab.reader(store);
  private String prefix = "";

  @BeforeEach
  void choosePrefix() {
    prefix = "monotonic-" + ++tests + ":";
  }

  @AfterEach
  void close() {
    reader.close();
  }

  private RedisConfiguration settings(Object... more) {
    Object[] all = new Object[more.length + 4];
    all[0] = "mode";
    all[1] = "monotonic";
    all[2] = "key";
    all[3] = prefix + "{key}";
    System.arraycopy(more, 0, all, 4, more.length);
    return Settings.of(store, all);
  }

  /** A process that was stopped with a batch in its hands, and wakes up after the take-over. */
  @ParameterizedTest
  @CsvSource({"set, old", "monotonic, new"})
  void I_5_zombieLoses_andInModeSetItWins(String mode, String left) throws Exception {
    RedisConfiguration settings = settings("mode", mode);
    try (IdempotentWriter zombie = Lab.writer(settings, new Rejections())) {
      zombie.write(Lab.put("k", "old", 7));
      zombie.write(Lab.put("deleted", "old", 7));

      Lab.write(
          settings,
          Lab.put("k", "old", 7),
          Lab.put("deleted", "old", 7),
          Lab.put("k", "new", 8),
          Lab.delete("deleted", 9));
      zombie.flush();
    }

    assertThat(reader.get(prefix + "k")).isEqualTo(left);
    assertThat(reader.exists(prefix + "deleted")).isEqualTo(mode.equals("set"));
  }

  /**
   * A process that wakes up with records that its successor has not come to yet: they are taken,
   * and the successor's own are dropped as equal, whatever comes in between.
   */
  @Test
  void I_5_zombieAheadOfItsSuccessor_writesEarlyWhatTheSuccessorWrites() throws Exception {
    SinkRecord[] replay = {
      Lab.put("k", "7", 7), Lab.put("gone", "7", 7), Lab.put("k", "8", 8), Lab.delete("gone", 9)
    };
    try (PollingReader polling = new PollingReader(store, prefix + "k");
        IdempotentWriter zombie = Lab.writer(settings(), new Rejections());
        IdempotentWriter successor = Lab.writer(settings(), new Rejections())) {
      zombie.write(replay[2]);
      zombie.write(replay[3]);
      successor.write(replay[0]);
      successor.write(replay[1]);
      successor.flush();

      zombie.flush();
      assertThat(reader.get(prefix + "k")).isEqualTo("8");
      assertThat(reader.exists(prefix + "gone")).isFalse();

      for (SinkRecord record : replay) {
        successor.write(record);
        successor.flush();
        assertThat(reader.get(prefix + "k")).isEqualTo("8");
        assertThat(reader.exists(prefix + "gone")).isFalse();
      }
      successor.write(Lab.put("k", "10", 10));
      successor.flush();
      assertThat(polling.stepsBack()).isZero();
    }

    assertThat(reader.get(prefix + "k")).isEqualTo("10");
  }

  /** A request that a network held back arrives when its process is long dead. */
  @ParameterizedTest
  @CsvSource({"set, old", "monotonic, new"})
  void I_5_heldRequestOfADeadProcessLoses_andInModeSetItWins(String mode, String left)
      throws Exception {
    try (HoldingProxy proxy = HoldingProxy.before(store.endpoint())) {
      RedisConfiguration held = settings("mode", mode, "url", proxy.url());
      IdempotentWriter dead = Lab.writer(held, new Rejections());
      dead.write(Lab.put("k", "first", 1));
      dead.flush();
      proxy.hold();
      dead.write(Lab.put("k", "old", 7));
      Thread flushing = proxy.inBackground(dead::flush);
      proxy.awaitHeld();

      Lab.write(settings("mode", mode), Lab.put("k", "old", 7), Lab.put("k", "new", 8));
      assertThat(reader.get(prefix + "k")).isEqualTo("new");
      proxy.release();
      flushing.join(10_000);
      dead.close();
    }

    assertThat(reader.get(prefix + "k")).isEqualTo(left);
  }

  @Test
  void I_5_readerThatPolls_neverSeesAValueGoBack_andInModeSetItDoes() throws Exception {
    assertThat(valuesThatWentBack("monotonic")).isZero();
    assertThat(valuesThatWentBack("set")).isPositive();
  }

  /** Replays a split ten times while a reader polls one of its keys. */
  private int valuesThatWentBack(String mode) throws Exception {
    RedisConfiguration settings =
        settings("mode", mode, "key", prefix + mode + ":{key}", "pipeline-depth", 1);
    try (PollingReader polling = new PollingReader(store, prefix + mode + ":k")) {
      SinkRecord[] records = new SinkRecord[300];
      for (int i = 0; i < records.length; i++) {
        records[i] = Lab.put("k", Integer.toString(i + 1), i + 1);
      }
      for (int replay = 0; replay < 10; replay++) {
        Lab.write(settings, records);
      }
      assertThat(polling.looks()).isPositive();
      return polling.stepsBack();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740992, 9007199254740993",
    "-9223372036854775808, 9223372036854775807",
    "-2, -1",
    "-10, -9",
    "-1, 0",
    "9, 10",
    "999999999999999999, 1000000000000000000"
  })
  void I_5_versionsOf64Bits_areOrdered(long older, long newer) throws Exception {
    RedisConfiguration settings = settings("version", "v", "value", "json");

    Lab.write(settings, versioned(Value.of(newer)));
    Lab.write(settings, versioned(Value.of(older)));
    assertThat(reader.get(prefix + "k")).contains(":" + newer);

    Lab.write(
        settings("version", "v", "value", "json", "key", prefix + "2{key}"),
        versioned(Value.of(older)));
    Lab.write(
        settings("version", "v", "value", "json", "key", prefix + "2{key}"),
        versioned(Value.of(newer)));
    assertThat(reader.get(prefix + "2k")).contains(":" + newer);
  }

  @Test
  void versions_mayBeInstantsAndWholeDecimals_andNothingElse() throws Exception {
    RedisConfiguration settings = settings("version", "v", "value", "json");

    Rejections rejected =
        Lab.write(
            settings,
            versioned(Value.of(Instant.parse("2026-01-01T00:00:00.000000002Z"))),
            versioned(Value.of(Instant.parse("2026-01-01T00:00:00.000000001Z"))),
            versioned(Value.of(new BigDecimal("1.5"))),
            versioned(Value.of("12")),
            Lab.delete("k", 1));

    assertThat(reader.get(prefix + "k")).contains("000000002Z");
    assertThat(rejected.reasons)
        .containsExactly(
            "k: version field 'v' is decimal, expected a whole number of 64 bits, an instant or a"
                + " date",
            "k: version field 'v' is text, expected a whole number of 64 bits, an instant or a"
                + " date",
            "k: a deletion has no field 'v', expected a version (use 'version: @position')");
  }

  private static SinkRecord versioned(Value version) {
    return SinkRecord.put(Value.of("k"), Value.of(Map.of("v", version)));
  }

  @Test
  void I_5_keyOfTwoSplits_isRejectedWherePositionsAreVersions() throws Exception {
    SinkRecord other =
        SinkRecord.put(Value.of("k"), Value.of("b")).at(SourcePosition.of("other", 99));

    Rejections apart = new Rejections();
    try (IdempotentWriter writer = Lab.writer(settings(), apart)) {
      writer.write(Lab.put("k", "a", 1));
      writer.flush();
      writer.write(other);
      writer.write(Lab.put("neighbour", "n", 2));
      writer.flush();
    }
    Rejections together =
        Lab.write(settings("key", prefix + "2{key}"), Lab.put("k", "a", 1), other);

    assertThat(apart.reasons).hasSize(1).allMatch(one -> one.contains("of another split"));
    assertThat(together.reasons).hasSize(1).allMatch(one -> one.contains("of another split"));
    assertThat(reader.get(prefix + "k")).isEqualTo("a");
    assertThat(reader.get(prefix + "neighbour")).isEqualTo("n");
    assertThat(reader.get(prefix + "2k")).isEqualTo("a");
  }

  @Test
  void declaredPositions_areTakenAsTheyAre_andStoredAsIntegers() throws Exception {
    SinkRecord other =
        SinkRecord.put(Value.of("k"), Value.of("b")).at(SourcePosition.of("other", 99));

    Rejections rejected =
        Lab.write(settings("position-order", "declared"), Lab.put("k", "a", 1), other);

    assertThat(rejected.reasons).isEmpty();
    assertThat(reader.get(prefix + "k")).isEqualTo("b");
    assertThat(reader.get("lf:{" + prefix + "k}")).isEqualTo("99");
    assertThat(reader.objectEncoding("lf:{" + prefix + "k}")).isEqualTo("int");
  }

  /** What was written under one notion of a version is not compared with another one. */
  @Test
  void versionsOfTwoKinds_areNotCompared() throws Exception {
    Lab.write(settings(), Lab.put("k", "a", 1));

    Rejections rejected = Lab.write(settings("position-order", "declared"), Lab.put("k", "b", 2));

    assertThat(rejected.reasons).hasSize(1).allMatch(one -> one.contains("or of another kind"));
    assertThat(reader.get(prefix + "k")).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"set", "hset"})
  void I_5_deletionIsRemembered_forItsTime(String command) throws Exception {
    RedisConfiguration settings =
        settings("command", command, "value", "json", "deletions-kept", "1h");
    SinkRecord put = fields(1);

    Lab.write(settings, put, Lab.delete("k", 2));
    Lab.write(settings, put);

    assertThat(reader.exists(prefix + "k")).isFalse();
    List<String> versions = List.copyOf(reader.keys("lf:{" + prefix + "*"));
    assertThat(versions).containsExactly("lf:{" + prefix + "k}");
    assertThat(reader.pttl(versions.get(0))).isBetween(3_000_000L, 3_600_000L);

    Lab.write(settings, fields(3));
    assertThat(reader.exists(prefix + "k")).isTrue();
    assertThat(reader.pttl(versions.get(0))).isEqualTo(-1);
  }

  private static SinkRecord fields(long offset) {
    Value fields = Value.of(Map.of("v", Value.of(offset)));
    return SinkRecord.put(Value.of("k"), fields).at(SourcePosition.of("split", offset));
  }

  /** A reader needs to know nothing of versions. */
  @Test
  void plainReads_seeTheDataAlone() throws Exception {
    Lab.write(settings("command", "hset", "key", prefix + "h:{key}"), fields(1));
    Lab.write(settings("key", prefix + "s:{key}"), Lab.put("k", "v", 1));

    assertThat(reader.hgetAll(prefix + "h:k")).isEqualTo(Map.of("v", "1"));
    assertThat(reader.get(prefix + "s:k")).isEqualTo("v");
  }

  @Test
  void I_5_expiredKey_isNotBroughtBackByAReplay() throws Exception {
    RedisConfiguration settings =
        settings("command", "hset", "expire-field", "until", "deletions-kept", "1h");
    Value until = Value.of(Map.of("until", Value.of(Instant.parse("2100-01-01T00:00:00Z"))));
    SinkRecord mortal = SinkRecord.put(Value.of("k"), until).at(SourcePosition.of("split", 5));

    Lab.write(settings, mortal);

    long end = Lab.end(reader, prefix + "k");
    assertThat(end).isCloseTo(Instant.parse("2100-01-01T00:00:00Z").toEpochMilli(), Lab.MOMENT);
    assertThat(Lab.end(reader, "lf:{" + prefix + "k}")).isCloseTo(end + 3_600_000, Lab.MOMENT);
  }

  @Test
  void scriptsThatWereFlushed_areLoadedAgain() throws Exception {
    try (IdempotentWriter writer = Lab.writer(settings(), new Rejections())) {
      writer.write(Lab.put("k", "1", 1));
      writer.flush();
      reader.scriptFlush("any");
      writer.write(Lab.put("k", "2", 2));
      writer.flush();
    }

    assertThat(reader.get(prefix + "k")).isEqualTo("2");
  }
}
