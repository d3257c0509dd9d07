package dev.landfall.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.UnifiedJedis;

/** What arrives is what was sent, in both modes, on a server and on a cluster. */
@RealStores
class ValuesIT {
  private static int tests;

  private String prefix = "";

  static Stream<Arguments> everywhere() {
    return Stream.of("single", "cluster")
        .flatMap(where -> Stream.of("set", "monotonic").map(mode -> Arguments.of(where, mode)));
  }

  private static RedisStore store(String where) {
    return where.equals("single") ? Stores.redis().shared() : Lab.sharedCluster();
  }

  @BeforeEach
  void choosePrefix() {
    prefix = "values-" + ++tests + ":";
  }

  private RedisConfiguration settings(String where, String mode, Object... more) {
    Object[] all =
        Arrays.copyOf(new Object[] {"mode", mode, "key", prefix + "{key}"}, more.length + 4);
    System.arraycopy(more, 0, all, 4, more.length);
    return Settings.of(store(where), all);
  }

  private static SinkRecord put(Value key, Value value, long offset) {
    return SinkRecord.put(key, value).at(SourcePosition.of("split", offset));
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void SI_10_textOutsideTheFirstPlane_andBinaryAndEmptyKeys(String where, String mode)
      throws Exception {
    byte[] binary = {0, '\r', '\n', (byte) 0xff, '}'};
    Rejections rejected =
        Lab.write(
            settings(where, mode),
            put(Value.of("k\uD83D\uDE80"), Value.of("v\uD83D\uDE80\u00e4"), 1),
            put(Value.of(binary), Value.of("binary"), 2),
            put(Value.of(""), Value.of("empty key"), 3),
            put(Value.of("empty value"), Value.of(""), 4),
            put(Value.of("half"), Value.of("\uD83D"), 5));

    assertThat(rejected.reasons)
        .containsExactly("half: value holds half a surrogate pair, expected text");
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get(prefix + "k\uD83D\uDE80")).isEqualTo("v\uD83D\uDE80\u00e4");
      byte[] key = (prefix + "     ").getBytes(UTF_8);
      System.arraycopy(binary, 0, key, key.length - 5, 5);
      assertThat(reader.get(key)).asString(UTF_8).isEqualTo("binary");
      assertThat(reader.get(prefix)).isEqualTo("empty key");
      assertThat(reader.get(prefix + "empty value")).isEmpty();
    }
  }

  /** The key {@code ""} itself, without a prefix. */
  @ParameterizedTest
  @MethodSource("everywhere")
  void emptyRedisKey_isAKey(String where, String mode) throws Exception {
    prefix = "";
    long offset = ++tests;

    Rejections rejected =
        Lab.write(settings(where, mode), put(Value.of(""), Value.of("v" + offset), offset));

    assertThat(rejected.reasons).isEmpty();
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get("")).isEqualTo("v" + offset);
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void SI_3_largeValues_passAmongSmallOnes(String where, String mode) throws Exception {
    byte[] one = bytes(1 << 20);
    byte[] large = bytes(64 << 20);
    RedisConfiguration settings = settings(where, mode, "value", "bytes", "buffer-size", "256KiB");

    Rejections rejected =
        Lab.write(
            settings,
            put(Value.of("a"), Value.of("before"), 1),
            put(Value.of("1M"), Value.of(one), 2),
            put(Value.of("64M"), Value.of(large), 3),
            put(Value.of("b"), Value.of("after"), 4));

    assertThat(rejected.reasons).isEmpty();
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get((prefix + "1M").getBytes(UTF_8))).isEqualTo(one);
      assertThat(Arrays.equals(reader.get((prefix + "64M").getBytes(UTF_8)), large)).isTrue();
      assertThat(reader.get(prefix + "a")).isEqualTo("before");
      assertThat(reader.get(prefix + "b")).isEqualTo("after");
      reader.del(prefix + "64M");
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void SI_8_valueAboveTheBound_isRejectedByName(String where, String mode) throws Exception {
    RedisConfiguration settings = settings(where, mode, "max-value-size", "32");

    Rejections rejected =
        Lab.write(
            settings,
            Lab.put("k", "1".repeat(32), 1),
            Lab.put("k", "1".repeat(33), 2),
            Lab.put("l", "1", 3));

    assertThat(rejected.reasons)
        .containsExactly("k: value has 33 bytes, expected at most 32 (max-value-size)");
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get(prefix + "k")).isEqualTo("1".repeat(32));
      assertThat(reader.get(prefix + "l")).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void I_3_aKeyManyTimesInABatch_endsAsItsLastRecordSays(String where, String mode)
      throws Exception {
    Lab.write(
        settings(where, mode),
        Lab.put("a", "1", 1),
        Lab.delete("a", 2),
        Lab.put("a", "3", 3),
        Lab.put("b", "1", 4),
        Lab.put("b", "2", 5),
        Lab.delete("b", 6));

    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get(prefix + "a")).isEqualTo("3");
      assertThat(reader.exists(prefix + "b")).isFalse();
    }
  }

  /** The same keys again and again, over many batches that are on their way together. */
  @ParameterizedTest
  @MethodSource("everywhere")
  void I_3_aKeyInManyBatches_endsAsItsLastRecordSays(String where, String mode) throws Exception {
    RedisConfiguration settings = settings(where, mode, "pipeline-depth", 7);
    SinkRecord[] records = new SinkRecord[3_000];
    for (int i = 0; i < records.length; i++) {
      String key = "k" + i % 20;
      records[i] = i % 11 == 3 ? Lab.delete(key, i) : Lab.put(key, "v" + i, i);
    }

    Lab.write(settings, records);

    try (UnifiedJedis reader = Lab.reader(store(where))) {
      for (int i = records.length - 20; i < records.length; i++) {
        assertThat(reader.get(prefix + "k" + i % 20)).isEqualTo(i % 11 == 3 ? null : "v" + i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void jsonAndSingleFields(String where, String mode) throws Exception {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("n", Value.of(1));
    fields.put("t", Value.of("\u00e4"));
    fields.put("none", Value.ofNull());

    Lab.write(settings(where, mode, "value", "json"), put(Value.of("j"), Value.of(fields), 1));
    Rejections rejected =
        Lab.write(
            settings(where, mode, "value-field", "t"),
            put(Value.of("f"), Value.of(fields), 2),
            put(Value.of("g"), Value.of(Map.of("n", Value.of(1))), 3));

    assertThat(rejected.reasons)
        .containsExactly("g: field 't' is null, expected a value (delete the key instead)");
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.get(prefix + "j")).isEqualTo("{\"n\":1,\"t\":\"\u00e4\",\"none\":null}");
      assertThat(reader.get(prefix + "f")).isEqualTo("\u00e4");
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void hashes_getAndLoseFields(String where, String mode) throws Exception {
    RedisConfiguration settings = settings(where, mode, "command", "hset", "pipeline-depth", 2);

    Rejections rejected =
        Lab.write(
            settings,
            hash("h", 1, "a", Value.of(1), "b", Value.of("x"), "c", Value.ofNull()),
            hash("h", 2, "b", Value.ofNull(), "c", Value.of("\uD83D\uDE80")),
            hash("gone", 3, "a", Value.of(1)),
            Lab.delete("gone", 4),
            hash("anew", 5, "a", Value.of(1), "b", Value.of(2)),
            Lab.delete("anew", 6),
            hash("anew", 7, "c", Value.of(3)),
            Lab.put("text", "no fields", 8));

    assertThat(rejected.reasons)
        .containsExactly("text: value is text, expected fields for 'command: hset'");
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(reader.hgetAll(prefix + "h")).isEqualTo(Map.of("a", "1", "c", "\uD83D\uDE80"));
      assertThat(reader.exists(prefix + "gone")).isFalse();
      assertThat(reader.hgetAll(prefix + "anew")).isEqualTo(Map.of("c", "3"));
    }
  }

  private static SinkRecord hash(String key, long offset, Object... namesAndValues) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], (Value) namesAndValues[i + 1]);
    }
    return put(Value.of(key), Value.of(fields), offset);
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void SI_8_keyOfAnotherType_isRejectedByName_andItsNeighboursAreNot(String where, String mode)
      throws Exception {
    try (UnifiedJedis reader = Lab.reader(store(where))) {
      reader.rpush(prefix + "list", "x");
      reader.rpush(prefix + "replaced", "x");

      Rejections rejected =
          Lab.write(
              settings(where, mode, "command", "hset"),
              hash("before", 1, "a", Value.of(1)),
              hash("list", 2, "a", Value.of(1)),
              hash("after", 3, "a", Value.of(1)));
      Lab.write(settings(where, mode), Lab.put("replaced", "by a string", 4));

      assertThat(rejected.reasons).hasSize(1);
      assertThat(rejected.reasons.get(0)).startsWith("list: key '" + prefix + "list': WRONGTYPE");
      assertThat(reader.hget(prefix + "before", "a")).isEqualTo("1");
      assertThat(reader.hget(prefix + "after", "a")).isEqualTo("1");
      assertThat(reader.get(prefix + "replaced")).isEqualTo("by a string");
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void I_1_expiry_isNotExtendedByAReplay(String where, String mode) throws Exception {
    RedisConfiguration settings =
        settings(where, mode, "expire-field", "until", "value-field", "v", "expire-after", "1h");
    long until = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
    SinkRecord[] records = {
      hash("later", 1, "v", Value.of("x"), "until", Value.of(Instant.ofEpochMilli(until))),
      hash("past", 2, "v", Value.of("x"), "until", Value.of(1)),
      hash("never", 3, "v", Value.of("x"), "until", Value.ofNull())
    };

    for (int replay = 0; replay < 2; replay++) {
      assertThat(Lab.write(settings, records).reasons).isEmpty();

      try (UnifiedJedis reader = Lab.reader(store(where))) {
        assertThat(Lab.end(reader, prefix + "later")).isCloseTo(until + 3_600_000, Lab.MOMENT);
        assertThat(reader.exists(prefix + "past")).isFalse();
        assertThat(Lab.end(reader, prefix + "never")).isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void I_1_expiryOfHashes_isThatOfTheirLastRecord(String where, String mode) throws Exception {
    RedisConfiguration settings = settings(where, mode, "command", "hset", "expire-field", "until");
    long until = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    Lab.write(
        settings, hash("h", 1, "until", Value.of(until)), hash("p", 2, "until", Value.of(until)));
    Lab.write(settings, hash("p", 3, "v", Value.of(1), "until", Value.ofNull()));

    try (UnifiedJedis reader = Lab.reader(store(where))) {
      assertThat(Lab.end(reader, prefix + "h")).isCloseTo(until, Lab.MOMENT);
      assertThat(Lab.end(reader, prefix + "p")).isEqualTo(-1);
    }
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new java.util.Random(count).nextBytes(bytes);
    return bytes;
  }
}
