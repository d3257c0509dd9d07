package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generated records follow from seed, split and number. */
@Timeout(60)
final class GeneratorSourceTest {
  private static GeneratorSourceConfiguration keys(long count, int splits) {
    return new GeneratorSourceConfiguration(
        Optional.of(count), Optional.empty(), splits, 100, new DataSize(30), 7);
  }

  private static Source open(GeneratorSourceConfiguration keys, HostTime time)
      throws SourceException {
    return new GeneratorSourceProvider()
        .open(keys, new SourceContext("test", time, Thread::new, Metrics.none()));
  }

  private static Collected read(GeneratorSourceConfiguration keys, Map<String, SplitPosition> from)
      throws Exception {
    Collected collected = new Collected();
    try (Source source = open(keys, HostTime.system());
        SourceReader reader = source.reader()) {
      FileKeys.assign(source, reader, from);
      while (reader.read(collected) == SourceReader.Status.MORE) {
        // To the end.
      }
    }
    return collected;
  }

  @Test
  void HO_7_everySplitIsReplayedFromAnyNumber() throws Exception {
    List<SinkRecord> onePass = read(keys(5000, 3), Map.of()).records;
    Random random = new Random(6);
    List<SinkRecord> pieces = new ArrayList<>();
    Map<String, SplitPosition> positions = Map.of();
    boolean more = true;

    while (more) {
      Collected piece = new Collected();
      try (Source source = open(keys(5000, 3), HostTime.system());
          SourceReader reader = source.reader()) {
        FileKeys.assign(source, reader, positions);
        for (int i = random.nextInt(3); i >= 0 && more; i--) {
          more = reader.read(piece) == SourceReader.Status.MORE;
        }
        positions = reader.positions();
      }
      pieces.addAll(piece.records);
    }

    assertThat(onePass).hasSize(5000);
    assertThat(pieces).containsExactlyInAnyOrderElementsOf(onePass);
    assertThat(bySplit(pieces)).isEqualTo(bySplit(onePass));
  }

  @Test
  void records_haveDifferentIds_andEachKeyComesFromOneSplit() throws Exception {
    Collected read = read(keys(5000, 3), Map.of());
    Map<Value, String> splits = new HashMap<>();

    for (int i = 0; i < read.records.size(); i++) {
      String split = read.records.get(i).position().split();
      String other = splits.putIfAbsent(read.field(i, "key"), split);
      assertThat(other == null ? split : other).isEqualTo(split);
    }

    assertThat(read.column("id")).doesNotHaveDuplicates();
    assertThat(splits).hasSize(100);
    assertThat(read.column("payload")).allMatch(value -> value.toString().length() == 30);
  }

  @Test
  void HO_7_checkpointOfOtherRecords_isRefused() throws Exception {
    SplitPosition other = new SplitPosition(Map.of("position", "7", "records", "seed=8"));

    assertThatThrownBy(() -> read(keys(10, 1), Map.of("generator-0", other)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("expected seed=7 splits=1 keys=100 value-size=30");
    assertThatThrownBy(() -> read(keys(10, 1), Map.of("generator-1", other)))
        .hasMessageContaining("Cannot read split 'generator-1'");
  }

  @Test
  void rate_isKeptAndAStallDoesNotRunAway() throws Exception {
    ManualTime time = new ManualTime();
    GeneratorSourceConfiguration keys =
        new GeneratorSourceConfiguration(
            Optional.empty(), Optional.of(1000L), 2, 100, new DataSize(10), 7);
    Collected collected = new Collected();
    try (Source source = open(keys, time);
        SourceReader reader = source.reader()) {
      FileKeys.assign(source, reader, Map.of());
      readUntil(time, 10_000_000_000L, reader, collected);
      assertThat(collected.records).hasSizeBetween(9_990, 10_001);

      time.nanos += 60_000_000_000L;
      readUntil(time, 71_000_000_000L, reader, collected);

      assertThat(collected.records).hasSizeBetween(11_900, 12_010);
    }
  }

  private static void readUntil(
      ManualTime time, long nanos, SourceReader reader, Collected collected) throws Exception {
    while (time.nanos < nanos) {
      reader.read(collected);
    }
  }

  @Test
  void keysOutsideOfTheirBounds_areRefused() {
    assertThatThrownBy(() -> open(keys(-1, 1), HostTime.system()))
        .hasMessageStartingWith("Cannot generate records: count is -1, expected 0 to ");
    assertThatThrownBy(() -> open(keys(1, 0), HostTime.system())).hasMessageContaining("splits");
    assertThatThrownBy(() -> open(keys(1, 101), HostTime.system())).hasMessageContaining("keys");
  }

  private static Map<String, List<SinkRecord>> bySplit(List<SinkRecord> records) {
    Map<String, List<SinkRecord>> splits = new HashMap<>();
    records.forEach(
        record ->
            splits.computeIfAbsent(record.position().split(), x -> new ArrayList<>()).add(record));
    return splits;
  }
}
