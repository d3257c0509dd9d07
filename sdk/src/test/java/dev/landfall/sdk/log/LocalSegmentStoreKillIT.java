package dev.landfall.sdk.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL at any moment: what had been sealed is whole, and the rest can be told and cleared. */
final class LocalSegmentStoreKillIT {
  private static final int KILLS = 6;

  @TempDir Path directory;

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void W_4_aKillTakesNothingThatWasSealedAndLeavesOnlyWhatIsCleared() throws Exception {
    Random random = new Random(4);
    List<Committable> retained = new ArrayList<>();

    for (int kill = 1; kill <= KILLS; kill++) {
      retained.addAll(killedAfter(1 + random.nextInt(12), kill));
      assertWhole(retained);
      clear(kill + 1L, retained);
      assertWhole(retained);
      assertThat(files()).as("nothing else is left").hasSameSizeAs(retained);
    }
  }

  /** Runs a writer of this generation, and kills it soon after its so-manieth segment. */
  private List<Committable> killedAfter(int segments, int generation) throws Exception {
    Process child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SegmentChild.class.getName(),
                directory.toString(),
                Integer.toString(generation))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Committable> sealed = new ArrayList<>();
    try (BufferedReader lines = child.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sealed.add(CommittableCodec.decode(HexFormat.of().parseHex(line)));
        if (sealed.size() == segments) {
          // By the handle, which leaves the pipe open: lines on their way were promised as well.
          child.toHandle().destroyForcibly();
        }
      }
    } finally {
      child.destroyForcibly();
      assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(sealed).hasSizeGreaterThanOrEqualTo(segments);
    return sealed;
  }

  private void assertWhole(List<Committable> sealed) throws IOException {
    SegmentStore store = new LocalSegmentStore(directory);
    for (Committable committable : sealed) {
      long ordinal = committable.interval().ordinal();
      RandomRecords expected = new RandomRecords(ordinal);
      try (SegmentReader reader = store.sealed(committable).open()) {
        for (int i = 0; i < SegmentChild.records(ordinal); i++) {
          assertThat(reader.next()).isEqualTo(Optional.of(expected.next()));
        }
        Optional<SinkRecord> end = reader.next();
        assertThat(end).isEmpty();
      }
    }
  }

  private void clear(long current, List<Committable> retained) throws IOException {
    Set<IntervalId> intervals =
        retained.stream().map(Committable::interval).collect(Collectors.toSet());
    new LocalSegmentStore(directory)
        .clear(new WriterScope(SegmentChild.SINK, 0, 1), new Generation(current), intervals);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }
}
