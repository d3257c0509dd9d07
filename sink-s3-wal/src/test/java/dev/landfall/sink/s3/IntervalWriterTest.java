package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.sink.s3.FaultyStore.Fate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the records of an interval to data objects. */
final class IntervalWriterTest {
  private static final IntervalId INTERVAL =
      new IntervalId(Contexts.ORDERS.writer(0), new Generation(1), 1);

  private final MemoryStore store = new MemoryStore();

  @ParameterizedTest
  @EnumSource(Compression.class)
  void W_3_theSameRecordsGiveTheSameObjects_whateverTheThreadsDo(Compression compression)
      throws Exception {
    S3WalConfig config =
        Configs.limited(
            Configs.partitioned(Configs.jsonLines(compression), "k={k}"),
            "256KiB",
            1_000_000,
            "512KiB");
    List<SinkRecord> records = random(60_000, 9);

    List<DataObject> first = write(config, store, records);
    MemoryStore other = new MemoryStore();
    List<DataObject> second = write(config, other, records);

    assertThat(first.size()).isGreaterThan(9);
    assertThat(withoutEtags(second)).isEqualTo(withoutEtags(first));
    assertThat(records(first)).isEqualTo(60_000);
  }

  @Test
  void W_3_publishingAgainWritesNothing() throws Exception {
    S3WalConfig config = Configs.partitioned(Configs.jsonLines(Compression.ZSTD), "k={k}");
    List<SinkRecord> records = random(500, 5);

    List<DataObject> first = write(config, store, records);

    assertThat(write(config, store, records)).isEqualTo(first);
  }

  @Test
  void W_3_anotherLibraryVersionsBytesStand() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.ZSTD);
    List<SinkRecord> records = random(500, 5);
    DataObject first = write(config, new MemoryStore(), records).get(0);
    byte[] raw = raw(records);
    byte[] otherFrame = new ZstdCodec(19).frame(raw, raw.length);
    store.replace(first.key(), otherFrame);

    DataObject adopted = write(config, store, records).get(0);

    assertThat(adopted.digest()).isEqualTo(Digest.of(otherFrame)).isNotEqualTo(first.digest());
    assertThat(adopted.records()).isEqualTo(500);
  }

  @Test
  void W_3_somebodyElsesObjectIsNotReplaced() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.ZSTD);
    List<SinkRecord> records = random(50, 5);
    String key = write(config, new MemoryStore(), records).get(0).key();
    store.replace(key, "something else".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThatThrownBy(() -> write(config, store, records))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("other content");

    assertThat(store.read(key).orElseThrow().bytes()).hasSize(14);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 10_000})
  void SI_3_manyPartitionsStayWithinTheBuffer(int partitions) throws Exception {
    S3WalConfig config =
        Configs.limited(
            Configs.partitioned(Configs.jsonLines(Compression.ZSTD), "k={k}"),
            "64MiB",
            10_000_000,
            "2MiB");

    List<DataObject> objects = write(config, store, random(100_000, partitions));

    assertThat(objects.stream().map(object -> folder(object.key())).distinct()).hasSize(partitions);
    assertThat(records(objects)).isEqualTo(100_000);
    assertThat(objects.size()).isGreaterThan(partitions);
  }

  @Test
  void aLargeObjectIsSentInParts() throws Exception {
    S3WalConfig config =
        Configs.limited(Configs.jsonLines(Compression.NONE), "64MiB", 10_000_000, "64MiB");
    FaultyStore watched = new FaultyStore(store, (n, operation, key) -> Fate.FINE);

    List<DataObject> objects = write(config, watched, random(150_000, 3));

    assertThat(objects).hasSize(1);
    assertThat(objects.get(0).digest().bytes()).isGreaterThan(15L << 20);
    byte[] stored = store.read(objects.get(0).key()).orElseThrow().bytes();
    assertThat(Digest.of(stored)).isEqualTo(objects.get(0).digest());
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  void SI_1_aFailingPartFailsTheInterval_andTheUploadIsGivenUp() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    FaultyStore faulty = new FaultyStore(store, FaultyStore.nth(2, "part", "", Fate.FAILS));

    assertThatThrownBy(() -> write(config, faulty, random(150_000, 3)))
        .isInstanceOf(SinkException.class);

    assertThat(faulty.fired()).hasSize(1);
    assertThat(store.data()).isEmpty();
    assertThat(store.uploads("")).isEmpty();
    List<DataObject> again = write(config, store, random(150_000, 3));
    assertThat(records(again)).isEqualTo(150_000);
  }

  @Test
  void aLostReplyToTheLastPartIsProvenByTheObjectAlone() throws Exception {
    S3WalConfig config = Configs.jsonLines(Compression.NONE);
    FaultyStore faulty =
        new FaultyStore(store, FaultyStore.nth(1, "complete", "", Fate.REPLY_LOST));

    List<DataObject> objects = write(config, faulty, random(200_000, 3));

    assertThat(faulty.fired()).hasSize(1);
    assertThat(records(objects)).isEqualTo(200_000);
    assertThat(store.data()).hasSize(1);
  }

  @Test
  void objectsAreClosedAtTheirNumberOfRecords() throws Exception {
    S3WalConfig config =
        Configs.limited(Configs.jsonLines(Compression.GZIP), "64MiB", 100, "64MiB");

    List<DataObject> objects = write(config, store, random(1_050, 3));

    assertThat(objects.stream().map(DataObject::records))
        .containsExactlyInAnyOrder(100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 50L);
  }

  static List<DataObject> write(S3WalConfig config, ObjectStore store, List<SinkRecord> records)
      throws Exception {
    Codec codec = Codecs.of(config);
    try (Workers workers = new Workers(2, 4, Contexts.daemons());
        codec) {
      ObjectWriting writing =
          new ObjectWriting(
              Layout.of(config, Contexts.ORDERS, Formats.of(config), codec),
              Limits.of(config),
              store,
              new DataObjects(store, codec, new Backoff(HostTime.system(), 1)),
              codec,
              workers);
      try (IntervalWriter writer = new IntervalWriter(INTERVAL, writing, Announcement.NONE)) {
        for (SinkRecord record : records) {
          writer.append(record);
          assertThat(writer.memoryBytes()).isLessThanOrEqualTo(config.buffer().bytes());
        }
        return writer.finish();
      }
    }
  }

  private static byte[] raw(List<SinkRecord> records) throws Exception {
    ByteBlock raw = new ByteBlock(1 << 16);
    RecordFormat.RecordWriter writer = new JsonLines().writer();
    for (SinkRecord record : records) {
      writer.write(record, raw);
    }
    return java.util.Arrays.copyOf(raw.array(), raw.size());
  }

  private static List<DataObject> withoutEtags(List<DataObject> objects) {
    return objects.stream()
        .map(object -> new DataObject(object.key(), object.digest(), "", object.records()))
        .toList();
  }

  private static long records(List<DataObject> objects) {
    return objects.stream().mapToLong(DataObject::records).sum();
  }

  private static String folder(String key) {
    return key.substring(0, key.lastIndexOf('/'));
  }

  private static List<SinkRecord> random(int count, int groups) {
    SplittableRandom chance = new SplittableRandom(3);
    List<SinkRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Map<String, Value> fields = new LinkedHashMap<>();
      fields.put("n", Value.of(i));
      fields.put("k", Value.of("key-" + i % groups));
      fields.put("noise", Value.of(Long.toHexString(chance.nextLong()).repeat(5)));
      records.add(Records.of(fields));
    }
    return records;
  }
}
