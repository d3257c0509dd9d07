package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Golden;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class LocalSegmentStoreTest extends SegmentStoreContract {
  private static final IntervalId INTERVAL = interval(3, 7, 412);
  private static final List<SinkRecord> GOLDEN_V1 =
      List.of(
          SinkRecord.put(Value.of("k1"), Value.of(Map.of("n", Value.of(-2))))
              .withTimestamp(1_700_000_000_000L)
              .withHeaders(List.of(new Header("h", new byte[] {1})))
              .at(new SourcePosition("a.jsonl", 300, 2)),
          SinkRecord.delete(Value.of(new byte[] {0, -1}))
              .at(new SourcePosition("a.jsonl", 301, 3)));

  @TempDir Path directory;

  @Override
  protected SegmentStore store() {
    return new LocalSegmentStore(directory);
  }

  @Test
  void readsVersion1AsItWasWritten() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);

    assertThat(Files.readAllBytes(file())).isEqualTo(Golden.read("segment-v1.hex"));
    assertThat(sealed.payload()).isEqualTo(Golden.read("segment-committable-v1.hex"));
    assertThat(sealed.summary()).isEqualTo("g7-o412.seg, 2 records, 120 bytes");

    Files.write(file(), Golden.read("segment-v1.hex"));
    assertThat(read(store().sealed(sealed))).isEqualTo(GOLDEN_V1);
  }

  @Test
  void liesWhereTheNameSays() throws Exception {
    SegmentWriter writer = store().open(INTERVAL);
    Path open = directory.resolve("orders/main/3/g7-o412.open");
    assertThat(open).exists();

    writer.append(GOLDEN_V1.get(0));
    writer.seal();

    assertThat(open).doesNotExist();
    assertThat(directory.resolve("orders/main/3/g7-o412.seg")).exists();
  }

  @Test
  void boundsWhatItHoldsBack() throws Exception {
    SinkRecord record = SinkRecord.put(Value.ofNull(), Value.of(new byte[10_000]));
    Path open = directory.resolve("orders/main/3/g7-o412.open");

    try (SegmentWriter writer = store().open(INTERVAL)) {
      for (int i = 1; i <= 100; i++) {
        writer.append(record);

        assertThat(Files.size(open)).isGreaterThan(i * 10_000L - LocalSegmentWriter.BUFFER_BYTES);
      }
    }
  }

  @Test
  void holdsARecordLongerThanTheBuffer() throws Exception {
    SinkRecord small = SinkRecord.put(Value.of(1), Value.of("x"));
    SinkRecord large = SinkRecord.put(Value.of(2), Value.of("é".repeat(3 << 20)));
    List<SinkRecord> records = List.of(small, large, small, large, small);

    Committable sealed = seal(INTERVAL, records);

    assertThat(read(store().sealed(sealed))).isEqualTo(records);
  }

  /** No kill of a process can show a missing fsync, so its order is looked at. */
  @Test
  void sealForcesTheContentBeforeItNamesIt() throws Exception {
    List<String> events = new ArrayList<>();
    SegmentStore recorded =
        new LocalSegmentStore(
            directory,
            path ->
                new RecordingChannel(
                    FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                    file(),
                    events));

    try (SegmentWriter writer = recorded.open(INTERVAL)) {
      writer.append(SinkRecord.put(Value.ofNull(), Value.of(new byte[300_000])));
      assertThat(events).containsOnly("write");
      writer.seal();
    }

    assertThat(events).containsExactly("write", "write", "write", "force", "close");
    assertThat(file()).exists();
  }

  @Test
  void W_4_everyTruncatedPrefixIsTorn() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    byte[] whole = Files.readAllBytes(file());

    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertTorn(sealed);
    }
  }

  @Test
  void W_4_everyFlippedBitIsTorn() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    byte[] whole = Files.readAllBytes(file());

    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] changed = whole.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file(), changed);
      assertTorn(sealed);
    }
  }

  /** A file system that lost pages of a file leaves zeros in it, and its length as it was. */
  @Test
  void W_4_zeroedPagesAreTorn() throws Exception {
    Committable sealed = seal(INTERVAL, new RandomRecords(9).next(500));
    byte[] whole = Files.readAllBytes(file());

    for (int page = 0; page < whole.length; page += 4096) {
      byte[] changed = whole.clone();
      Arrays.fill(changed, page, Math.min(page + 4096, changed.length), (byte) 0);
      Files.write(file(), changed);
      assertTorn(sealed);
    }
  }

  @Test
  void W_4_whatFollowsTheFooterIsTorn() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    Files.write(file(), new byte[] {0}, StandardOpenOption.APPEND);

    assertTorn(sealed);
  }

  /** Each record's own bytes are right, so only a checksum that runs on can tell. */
  @Test
  void W_4_recordsThatChangedPlacesAreTorn() throws Exception {
    SinkRecord one = SinkRecord.put(Value.of(1), Value.of("a"));
    SinkRecord two = SinkRecord.put(Value.of(2), Value.of("b"));
    SinkRecord three = SinkRecord.put(Value.of(3), Value.of("c"));
    Committable sealed = seal(INTERVAL, List.of(one, two, three));
    byte[] whole = Files.readAllBytes(file());
    int start = SegmentFormat.header(INTERVAL).length + SegmentFormat.SUM_BYTES;
    int length = (whole.length - SegmentFormat.FOOTER_BYTES - start) / 3;

    byte[] changed = whole.clone();
    System.arraycopy(whole, start, changed, start + length, length);
    System.arraycopy(whole, start + length, changed, start, length);
    Files.write(file(), changed);

    assertTorn(sealed);
  }

  @Test
  void W_4_aSegmentUnderAnotherNameIsTorn() throws Exception {
    seal(interval(3, 7, 411), GOLDEN_V1);
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    Files.move(file().resolveSibling("g7-o411.seg"), file(), StandardCopyOption.REPLACE_EXISTING);

    assertTorn(sealed);
  }

  @Test
  void W_4_damageIsToldWithItsPlace() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    byte[] whole = Files.readAllBytes(file());
    whole[whole.length - SegmentFormat.FOOTER_BYTES - 6] ^= 1;
    Files.write(file(), whole);

    assertThatThrownBy(() -> read(store().sealed(sealed)))
        .isInstanceOf(TornSegmentException.class)
        .hasMessageMatching(
            "Cannot read segment g7-o412.seg: record 2 of 2 at byte \\d+: checksum [0-9a-f]{8}, by content [0-9a-f]{8}, expected what was sealed \\(its records are lost here; .*\\)");
  }

  @Test
  void W_4_aSegmentThatBecomesTornWhileItIsReadIsTold() throws Exception {
    Committable sealed = seal(INTERVAL, new RandomRecords(9).next(10_000));

    try (SegmentReader reader = store().sealed(sealed).open()) {
      reader.next();
      try (FileChannel file = FileChannel.open(file(), StandardOpenOption.WRITE)) {
        file.truncate(Files.size(file()) / 2);
      }

      assertThatThrownBy(() -> readAll(reader))
          .isInstanceOf(TornSegmentException.class)
          .hasMessageContaining("the end of the file");
    }
  }

  @Test
  void anOpenSegmentIsNotASealedOne() throws Exception {
    Committable sealed = seal(INTERVAL, GOLDEN_V1);
    Files.move(file(), file().resolveSibling("g7-o412.open"));

    assertTorn(sealed);
  }

  @Test
  void refusesANameThatAnotherWriterHoldsOpen() throws Exception {
    try (SegmentWriter first = store().open(INTERVAL)) {
      first.append(GOLDEN_V1.get(0));

      assertThatThrownBy(() -> store().open(INTERVAL))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("g7-o412.open: there is one of this name");
      assertThat(first.seal()).isPresent();
    }
  }

  @Test
  void refusesACommittableOfAnotherSink() {
    Committable foreign = Committable.of(INTERVAL, 1, new byte[3], 1, "xid 6f72");
    Committable newer = Committable.of(INTERVAL, 2, new byte[40], 1, "of a later release");

    assertThatThrownBy(() -> store().sealed(foreign))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageContaining("its payload has 3 bytes");
    assertThatThrownBy(() -> store().sealed(newer))
        .isInstanceOf(DamagedStateException.class)
        .hasMessageContaining("its layout is version 2, expected 1");
  }

  @Test
  void clearLeavesForeignFilesAlone() throws Exception {
    seal(interval(0, 1, 1), GOLDEN_V1);
    Path home = directory.resolve("orders/main/0");
    for (String name :
        List.of("notes.txt", "g01-o1.seg", "g1-o1.seg.bak", "g1-o99999999999999999999.seg")) {
      Files.writeString(home.resolve(name), "not ours");
    }
    Files.createDirectories(directory.resolve("orders/main/00"));
    Files.writeString(directory.resolve("orders/main/00/g1-o1.seg"), "not ours");

    List<String> deleted = store().clear(new WriterScope(SINK, 0, 1), new Generation(9), Set.of());

    assertThat(deleted).containsExactly("log segment orders/main/0/g1-o1.seg, 118 bytes");
    try (var left = Files.list(home)) {
      assertThat(left).hasSize(4);
    }
    assertThat(directory.resolve("orders/main/00/g1-o1.seg")).exists();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDeviceIsToldAndTakesNothingThatWasSealed() throws Exception {
    Committable sealed = seal(interval(3, 7, 411), GOLDEN_V1);
    SegmentStore full = new LocalSegmentStore(directory, LocalSegmentStoreTest::onFullDevice);
    SinkRecord record =
        SinkRecord.put(Value.of(1), Value.of(new byte[LocalSegmentWriter.BUFFER_BYTES]));

    try (SegmentWriter writer = full.open(INTERVAL)) {
      assertThatThrownBy(() -> writer.append(record))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Cannot write segment")
          .hasMessageContaining("No space left on device after 0 bytes, with ")
          .hasMessageContaining("all that was sealed is intact");
      assertThatThrownBy(writer::seal).hasMessageContaining("it is failed, expected open");
    }
    assertThat(file()).doesNotExist();
    assertThat(file().resolveSibling("g7-o412.open")).doesNotExist();
    assertThat(read(store().sealed(sealed))).isEqualTo(GOLDEN_V1);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceThatIsFullAtTheSealSealsNothing() throws Exception {
    SegmentStore full = new LocalSegmentStore(directory, LocalSegmentStoreTest::onFullDevice);

    try (SegmentWriter writer = full.open(INTERVAL)) {
      writer.append(GOLDEN_V1.get(0));

      assertThatThrownBy(writer::seal).hasMessageContaining("Cannot seal segment");
    }
    assertThat(file()).doesNotExist();
  }

  /** The name is claimed as always; the bytes go to the device that is always full. */
  private static FileChannel onFullDevice(Path file) throws IOException {
    Files.createFile(file);
    return FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
  }

  private Path file() {
    return directory.resolve("orders/main/3/g7-o412.seg");
  }

  private void assertTorn(Committable sealed) {
    assertThatThrownBy(() -> read(store().sealed(sealed)))
        .isInstanceOf(TornSegmentException.class)
        .hasMessageStartingWith("Cannot read segment g7-o412.seg: ");
  }

  private static void readAll(SegmentReader reader) throws IOException {
    List<SinkRecord> records = new ArrayList<>();
    for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
      records.add(next.get());
    }
    assertThat(records).as("what was delivered without an error").isEmpty();
  }
}
