package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A position is believed only where the file is still the one that was read. */
final class FileSourcePositionTest {
  private static final int LINES = 20_000;

  @TempDir Path directory;

  private static String line(int n) {
    return "{\"n\":" + n + ",\"text\":\"something to make it longer\"}\n";
  }

  private static String lines(int count) {
    StringBuilder lines = new StringBuilder();
    for (int n = 0; n < count; n++) {
      lines.append(line(n));
    }
    return lines.toString();
  }

  /** Reads about half of a file of many lines. */
  private Map<String, SplitPosition> half(Path file, Collected collected) throws Exception {
    return FileKeys.of(file).readTo(collected, Map.of(), LINES / 2);
  }

  @Test
  void HO_7_fileThatGrew_goesOn() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    Map<String, SplitPosition> end =
        FileKeys.of(file).readTo(new Collected(), Map.of(), Integer.MAX_VALUE);
    Files.writeString(file, line(LINES), StandardOpenOption.APPEND);

    Collected rest = FileKeys.of(file).read(end);

    assertThat(rest.column("n")).containsExactly(Value.of(LINES));
    assertThat(rest.records.get(0).position().line()).isEqualTo(LINES + 1);
  }

  @Test
  void HO_7_movedDirectory_stillFits() throws Exception {
    Path before = Files.createDirectories(directory.resolve("before/sub"));
    Files.writeString(before.resolve("a.jsonl"), lines(LINES));
    Collected first = new Collected();
    Map<String, SplitPosition> positions =
        FileKeys.of(directory.resolve("before") + "/**/*.jsonl").readTo(first, Map.of(), LINES / 2);
    Files.move(directory.resolve("before"), directory.resolve("after"));

    Collected rest = FileKeys.of(directory.resolve("after") + "/**/*.jsonl").read(positions);

    assertThat(positions).containsOnlyKeys("sub/a.jsonl");
    assertThat(first.records.size() + rest.records.size()).isEqualTo(LINES);
  }

  @Test
  void HO_7_shorterFile_isNoPlaceToGoOn() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    Map<String, SplitPosition> positions = half(file, new Collected());
    Files.writeString(file, lines(1000));

    assertThatThrownBy(() -> FileKeys.of(file).read(positions))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("Cannot resume 'a.jsonl' at byte ")
        .hasMessageContaining("it has become shorter than that")
        .hasMessageEndingWith(
            "(put that file back, or give this one another name, under which it is read from its"
                + " beginning)");
  }

  @Test
  void HO_7_changedBeginning_isNoPlaceToGoOn() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    Map<String, SplitPosition> positions = half(file, new Collected());
    Files.writeString(file, lines(LINES).replaceFirst("something", "SOMETHING"));

    assertThatThrownBy(() -> FileKeys.of(file).read(positions))
        .hasMessageContaining("its first bytes have changed");
  }

  @Test
  void HO_7_changedLastBytes_areNoPlaceToGoOn() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    Collected first = new Collected();
    Map<String, SplitPosition> positions = half(file, first);
    int last = first.records.size() - 1;
    Files.writeString(file, lines(LINES).replace("{\"n\":" + last + ",", "{\"m\":" + last + ","));

    assertThatThrownBy(() -> FileKeys.of(file).read(positions))
        .hasMessageContaining("what stands before has changed");
  }

  @Test
  void HO_7_missingFile_isNoPlaceToGoOn() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    Map<String, SplitPosition> positions = half(file, new Collected());
    Files.delete(file);

    assertThatThrownBy(() -> FileKeys.of(file).read(positions))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("there is no such file (put it back, or mend path)");
  }

  @Test
  void HO_7_positionOfAnotherSource_isRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(1));
    SplitPosition other = new SplitPosition(Map.of("offset", "17"));

    assertThatThrownBy(() -> FileKeys.of(file).read(Map.of("a.jsonl", other)))
        .hasMessageContaining("was it written by another source?");
  }

  @Test
  void HO_7_restart_keepsTheInferredTypes() throws Exception {
    String wholeNumbers = lines(LINES).replace("\"n\"", "\"m\"");
    Path file = Files.writeString(directory.resolve("a.jsonl"), wholeNumbers);
    FileKeys keys = FileKeys.of(file).schema(Map.of(), 10);
    Map<String, SplitPosition> positions =
        keys.readTo(new Collected(), Map.of(), Integer.MAX_VALUE);
    Files.writeString(file, "{\"m\":1.5}\n{\"m\":2}\n", StandardOpenOption.APPEND);

    Collected rest = keys.schema(Map.of(), 1_000_000).read(positions);

    assertThat(rest.column("m")).containsExactly(Value.of(2));
    assertThat(rest.rejected).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl.gz", "a.jsonl.zst"})
  void HO_7_compressedFile_goesOnWhereItWas(String name) throws Exception {
    Path file = directory.resolve(name);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Two members after one another, as log rotation makes them.
    for (String part :
        List.of(lines(LINES).substring(0, 100_001), lines(LINES).substring(100_001))) {
      try (OutputStream out =
          name.endsWith(".gz") ? new GZIPOutputStream(bytes) : new ZstdOutputStream(bytes)) {
        out.write(part.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    Files.write(file, bytes.toByteArray());
    Collected first = new Collected();
    Map<String, SplitPosition> positions = half(file, first);

    Collected rest = FileKeys.of(file).read(positions);

    List<Value> all = new ArrayList<>(first.column("n"));
    all.addAll(rest.column("n"));
    assertThat(first.records.size()).isBetween(LINES / 2, LINES - 1);
    assertThat(all).hasSize(LINES).doesNotHaveDuplicates();
  }

  @Test
  void compressedFileThatEndsEarly_isAnError() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(lines(LINES).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Path file = directory.resolve("a.jsonl.gz");
    Files.write(file, java.util.Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));

    assertThatThrownBy(() -> FileKeys.of(file).read())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("it ends within its compressed data");
  }

  @Test
  void glob_readsEachFileAsASplit() throws Exception {
    for (String name : List.of("b.jsonl", "a.jsonl", "c.txt")) {
      Files.writeString(directory.resolve(name), "{\"f\":\"" + name + "\"}\n");
    }

    Collected read = FileKeys.of(directory + "/*.jsonl").read();

    assertThat(read.column("f")).containsExactly(Value.of("a.jsonl"), Value.of("b.jsonl"));
    assertThat(read.records.get(1).position().split()).isEqualTo("b.jsonl");
  }

  @Test
  void list_ofFilesWithOneName_asksForARoot() throws Exception {
    Path one = Files.createDirectories(directory.resolve("one")).resolve("a.jsonl");
    Path two = Files.createDirectories(directory.resolve("two")).resolve("a.jsonl");
    Files.writeString(one, lines(1));
    Files.writeString(two, lines(1));

    assertThatThrownBy(() -> FileKeys.of(one, two).read()).hasMessageContaining("set root");
    assertThat(FileKeys.of(one, two).root(directory).read().records)
        .extracting(record -> record.position().split())
        .containsExactly("one/a.jsonl", "two/a.jsonl");
  }

  @Test
  void SI_6_preflight_namesWhatIsMissing() throws Exception {
    try (Source source = FileKeys.of(directory.resolve("no.jsonl")).open()) {
      assertThat(source.preflight().toString())
          .contains("leads to no file, expected one at least", "mend path");
    }
    try (Source source = FileKeys.of(directory).jsonl().open()) {
      assertThat(source.preflight())
          .singleElement()
          .asString()
          .contains("is a directory, expected a file", "name the files in it, such as", "/*.csv");
    }
  }

  @Test
  void progress_isInBytes() throws Exception {
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines(LINES));
    try (Source source = FileKeys.of(file).open();
        SourceReader reader = source.reader()) {
      FileKeys.assign(source, reader, Map.of());
      while (reader.read(new Collected()) == SourceReader.Status.MORE) {
        // To the end.
      }

      assertThat(source.progress())
          .contains(new Source.Progress(Files.size(file), Files.size(file), "bytes"));
    }
  }
}
