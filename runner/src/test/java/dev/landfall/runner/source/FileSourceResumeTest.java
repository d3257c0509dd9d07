package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HO-7: what was read in pieces, from position to position, is what one pass reads. */
final class FileSourceResumeTest {
  private static final long SEED = 20180207;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"earthquakes.jsonl", "stocks.csv", "birdstrikes.csv"})
  void HO_7_piecesGiveWhatOnePassGives(String name) throws Exception {
    FileKeys keys = FileKeys.of(FileKeys.DATA.resolve(name));
    List<SinkRecord> onePass = keys.read().records;

    assertThat(inPieces(keys, new Random(SEED))).isEqualTo(onePass);
  }

  @ParameterizedTest
  @ValueSource(strings = {"earthquakes.jsonl", "stocks.csv", "birdstrikes.csv"})
  void HO_7_everyPositionAsksForWhatFollows(String name) throws Exception {
    Path source = FileKeys.DATA.resolve(name);
    FileKeys keys = FileKeys.of(source);
    List<SinkRecord> onePass = keys.read().records;
    Random random = new Random(SEED);

    for (int i = 0; i < 20; i++) {
      // A shorter copy ends at a record of chance, so that a position lies there.
      int cut = random.nextInt(onePass.size() - 1) + 1;
      long bytes = onePass.get(cut).position().offset();
      Path shorter = directory.resolve(name);
      Files.write(shorter, java.util.Arrays.copyOf(Files.readAllBytes(source), (int) bytes));
      Collected first = new Collected();
      Map<String, SplitPosition> positions =
          FileKeys.of(shorter).readTo(first, Map.of(), Integer.MAX_VALUE);
      Files.copy(source, shorter, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

      Collected rest = FileKeys.of(shorter).read(positions);

      assertThat(first.records).hasSize(cut);
      assertThat(positionsOf(rest.records))
          .isEqualTo(positionsOf(onePass.subList(cut, onePass.size())));
    }
  }

  @Test
  void realFiles_haveTheRecordsThatAreInThem() throws Exception {
    assertThat(FileKeys.of(FileKeys.DATA.resolve("earthquakes.jsonl")).read().records)
        .hasSize(1707);
    assertThat(FileKeys.of(FileKeys.DATA.resolve("stocks.csv")).read().records).hasSize(560);
    assertThat(FileKeys.of(FileKeys.DATA.resolve("birdstrikes.csv")).read().records)
        .hasSize(10_000);
  }

  private static List<Object> positionsOf(List<SinkRecord> records) {
    return records.stream().map(SinkRecord::position).map(Object.class::cast).toList();
  }

  private static List<SinkRecord> inPieces(FileKeys keys, Random random) throws Exception {
    List<SinkRecord> all = new ArrayList<>();
    Map<String, SplitPosition> positions = Map.of();
    boolean more = true;
    while (more) {
      try (Source source = keys.open();
          SourceReader reader = source.reader()) {
        FileKeys.assign(source, reader, positions);
        Collected piece = new Collected();
        for (int reads = random.nextInt(3); reads >= 0 && more; reads--) {
          more = reader.read(piece) == SourceReader.Status.MORE;
        }
        assertThat(piece.rejected).isEmpty();
        all.addAll(piece.records);
        positions = reader.positions();
      }
    }
    return all;
  }
}
