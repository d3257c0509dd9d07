package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that grow, appear and are rotated. */
@Timeout(60)
final class FileSourceFollowTest {
  @TempDir Path directory;

  private final ManualTime time = new ManualTime();
  private Path log;
  private Source source;
  private SourceReader reader;
  private Collected collected;

  @BeforeEach
  void start() throws Exception {
    log = directory.resolve("app.jsonl");
    collected = new Collected();
    Files.writeString(log, line(0));
    start(FileKeys.of(log), Map.of());
  }

  private void start(FileKeys keys, Map<String, SplitPosition> from) throws Exception {
    source = keys.follow().open(time);
    reader = source.reader();
    FileKeys.assign(source, reader, from);
  }

  @AfterEach
  void stop() {
    reader.close();
    source.close();
  }

  /** Ends the reader and starts another where it was. */
  private Map<String, SplitPosition> stopAndRemember() {
    Map<String, SplitPosition> positions = reader.positions();
    stop();
    return positions;
  }

  private static String line(int n) {
    return "{\"n\":" + n + "}\n";
  }

  private void append(Path file, String text) throws Exception {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Reads until there is nothing now, several times, so that the time for a late writer passes. */
  private void settle() throws Exception {
    long end = time.nanos + 2 * Rotation.GRACE.toNanos();
    while (time.nanos < end) {
      reader.read(collected);
    }
  }

  private void readOnce() throws Exception {
    while (reader.read(collected) == SourceReader.Status.MORE) {
      // Until there is nothing now.
    }
  }

  private void assertRead(int count) {
    assertThat(collected.rejected).isEmpty();
    assertThat(collected.column("n"))
        .containsExactlyElementsOf(LongStream.range(0, count).mapToObj(Value::of).toList());
    assertThat(collected.records)
        .extracting(SinkRecord::position)
        .extracting(SourcePosition::offset)
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void newLines_areReadWhenTheyAreComplete() throws Exception {
    readOnce();
    append(log, "{\"n\":");
    readOnce();
    assertRead(1);

    append(log, "1}\n" + line(2));
    readOnce();

    assertRead(3);
  }

  @Test
  void emptyFile_isReadWhenItHasRecords() throws Exception {
    stop();
    Files.writeString(log, "");
    start(FileKeys.of(log), Map.of());
    readOnce();
    Map<String, SplitPosition> positions = stopAndRemember();
    append(log, line(0));
    start(FileKeys.of(log), positions);

    readOnce();

    assertRead(1);
  }

  @Test
  void fileThatIsNotThereYet_isWaitedFor() throws Exception {
    stop();
    Files.delete(log);
    start(FileKeys.of(log), Map.of());
    readOnce();
    assertThat(collected.records).isEmpty();

    append(log, line(0));
    readOnce();

    assertRead(1);
  }

  @Test
  void newFileOfTheGlob_isASplit() throws Exception {
    stop();
    start(FileKeys.of(directory + "/*.jsonl"), Map.of());
    readOnce();
    Files.writeString(directory.resolve("b.jsonl"), line(1));

    assertThat(source.splits()).containsExactlyInAnyOrder("app.jsonl", "b.jsonl");
    reader.assign("b.jsonl", Optional.empty());
    readOnce();

    assertThat(collected.column("n")).containsExactly(Value.of(0), Value.of(1));
  }

  @Test
  void HO_7_renamedFile_isReadToItsEndThenTheNewOne() throws Exception {
    readOnce();
    append(log, line(1));
    Files.move(log, directory.resolve("app.jsonl.1"));
    append(log, line(4));
    readOnce();
    // The writer is told of the rotation late, and leaves a line without its break.
    append(directory.resolve("app.jsonl.1"), line(2) + "{\"n\":3}");

    settle();
    append(log, line(5));
    readOnce();

    assertRead(6);
  }

  @Test
  void HO_7_renamedFile_isFoundAfterARestart() throws Exception {
    append(log, line(1));
    readOnce();
    append(log, line(2));
    Map<String, SplitPosition> positions = stopAndRemember();
    Files.move(log, directory.resolve("app.jsonl.1"));
    // It begins as the old one did, so that only the identity tells them apart.
    append(log, line(0) + line(1) + line(3));
    start(FileKeys.of(log), positions);

    settle();

    assertThat(collected.column("n"))
        .containsExactly(
            Value.of(0), Value.of(1), Value.of(2), Value.of(0), Value.of(1), Value.of(3));
  }

  @Test
  void HO_7_rotatedTwiceAndCompressedMeanwhile_nothingIsPassedOver() throws Exception {
    append(log, line(1));
    readOnce();
    Map<String, SplitPosition> positions = stopAndRemember();
    Path oldest = directory.resolve("app.jsonl.2.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(oldest))) {
      out.write((line(0) + line(1) + line(2)).getBytes(StandardCharsets.UTF_8));
    }
    Files.setLastModifiedTime(oldest, FileTime.fromMillis(1_000_000));
    Path middle = Files.writeString(directory.resolve("app.jsonl.1"), line(3) + line(4));
    Files.setLastModifiedTime(middle, FileTime.fromMillis(2_000_000));
    Files.delete(log);
    append(log, line(5));
    start(FileKeys.of(log), positions);

    settle();

    assertRead(6);
  }

  @Test
  void HO_7_truncatedFile_isReadOnInItsCopy() throws Exception {
    readOnce();
    append(log, line(1) + line(2));
    Files.copy(log, directory.resolve("app.jsonl.1"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(log, line(3), StandardOpenOption.TRUNCATE_EXISTING);
    append(log, line(4) + line(5) + line(6));

    settle();

    assertRead(7);
  }

  @Test
  void HO_7_truncatedFileWithoutACopy_isAnError() throws Exception {
    readOnce();
    Files.writeString(log, "", StandardOpenOption.TRUNCATE_EXISTING);

    assertThatThrownBy(this::readOnce)
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("it was truncated, and no copy is beside it");
  }

  @Test
  void HO_7_fileThatIsGoneAfterARestart_isAnError() throws Exception {
    readOnce();
    Map<String, SplitPosition> positions = stopAndRemember();
    Files.delete(log);

    assertThatThrownBy(() -> start(FileKeys.of(log), positions))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("there is no such file");
  }

  @Test
  void fileOfAGlob_thatWasReadToItsEnd_mayBeDeleted() throws Exception {
    Path glob = directory.resolve("*.jsonl");
    stop();
    start(FileKeys.of(glob), Map.of());
    readOnce();
    Map<String, SplitPosition> positions = stopAndRemember();
    Files.delete(log);
    Files.writeString(directory.resolve("other.jsonl"), line(1));

    start(FileKeys.of(glob), positions);
    readOnce();

    assertThat(collected.column("n")).containsExactly(Value.of(0), Value.of(1));
    Files.writeString(log, line(2));
    assertThatThrownBy(this::readOnce).isInstanceOf(SourceException.class);
  }

  @Test
  void HO_7_fileOfAGlob_thatIsGoneBeforeItsEndWasSeen_isAnError() throws Exception {
    Path glob = directory.resolve("*.jsonl");
    stop();
    start(FileKeys.of(glob), Map.of());
    append(log, line(1).repeat(1_000)); // more than one call reads
    reader.read(collected);
    Map<String, SplitPosition> positions = stopAndRemember();
    Files.delete(log);

    assertThat(positions.values()).allMatch(position -> !position.fields().containsKey("end"));
    assertThatThrownBy(() -> start(FileKeys.of(glob), positions))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("there is no such file");
  }

  @Test
  void HO_7_twoFilesThatFit_areAnError() throws Exception {
    readOnce();
    Map<String, SplitPosition> positions = stopAndRemember();
    // Before the deletion, so that neither gets the old file's inode.
    for (String name : List.of("app.jsonl.1", "app.jsonl.2")) {
      Files.writeString(directory.resolve(name), line(0) + line(1));
    }
    Files.delete(log);

    assertThatThrownBy(() -> start(FileKeys.of(log), positions))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("its file was rotated, and all of");
  }

  @Test
  void globThatTakesInRotatedFiles_isRefused() throws Exception {
    Files.writeString(directory.resolve("app.jsonl.1"), line(0));
    stop();

    assertThatThrownBy(() -> start(FileKeys.of(directory + "/app.jsonl*").jsonl(), Map.of()))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'app.jsonl.1', which looks like the same file after its rotation");
  }
}
