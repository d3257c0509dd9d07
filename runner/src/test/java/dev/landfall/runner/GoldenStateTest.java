package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.runner.state.StateCheck;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A state directory as release 0.1 left it at a crash: one durable checkpoint, whose segments and
 * dead letters were not published yet. Every later release must go on from it.
 */
class GoldenStateTest {
  private static final long PER_SPLIT = 50;

  private final MemoryStore store = new MemoryStore();

  @TempDir private Path root;

  /** Rejects what ends in 7, as the run that left the state did. */
  static final Faults SEVENS =
      new Faults() {
        @Override
        public Optional<String> reject(SinkRecord record) {
          long number = ((Value.OfLong) ((Value.OfMap) record.value()).field("n")).value();
          return number % 10 == 7 ? Optional.of("no sevens") : Optional.empty();
        }
      };

  /** The run that left the state, but for its sink's death. */
  static Pipeline pipeline(Path root, MemoryStore store, Faults faults) {
    return Pipeline.of(
        new PipelineDefinition(
            "golden",
            Guarantee.Level.EXACTLY_ONCE,
            2,
            Distribution.KEY,
            new CheckpointSettings(
                root.resolve("state"),
                Duration.ofMillis(200),
                Duration.ofSeconds(20),
                0,
                5,
                Duration.ofMinutes(1)),
            new Section("source", Map.of("type", "numbers")),
            List.of("id"),
            new OnReject.DeadLetter(root.resolve("dead")),
            new Section("sink", Map.of("type", "memory"))),
        RunOptions.DEFAULT.restarting(0),
        new MemoryConnectors(
            NumberSource.of(2, PER_SPLIT), Contract.WRITE_AHEAD.sink(store, faults)),
        RunListener.NONE);
  }

  private void copyGolden() throws Exception {
    URI uri = Objects.requireNonNull(getClass().getResource("/golden/state-v1")).toURI();
    Path golden = Path.of(uri);
    try (Stream<Path> files = Files.walk(golden)) {
      for (Path file : files.toList()) {
        Path to = root.resolve("state").resolve(golden.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
  }

  @Test
  void stateOfRelease01_isSound_andARunGoesOnFromIt() throws Exception {
    copyGolden();
    store.fence(new Generation(1)); // as the run that wrote it had left the store
    assertThat(StateCheck.of(StateDirectory.at(root.resolve("state"), HostTime.system())).isSound())
        .isTrue();

    RunSummary summary = pipeline(root, store, SEVENS).run();

    assertThat(summary.recovered()).isEqualTo(90);
    assertThat(summary.read()).isZero();
    assertThat(store.visible()).hasSize(90).doesNotHaveDuplicates();
    assertThat(letters()).isEqualTo(10);
  }

  @Test
  void stateOfANewerRelease_isRefused_andLeftAlone() throws Exception {
    copyGolden();
    Path checkpoint = root.resolve("state/g000001/closed/c000000001.checkpoint");
    byte[] bytes = Files.readAllBytes(checkpoint);
    bytes[11] = 9;
    Files.write(checkpoint, bytes);

    RunException refused =
        catchThrowableOfType(RunException.class, () -> pipeline(root, store, SEVENS).run());

    assertThat(refused)
        .hasMessageContaining("format version 9, expected 1 to 1")
        .hasMessageContaining("start the release that wrote it, or a newer one");
    assertThat(store.visible()).isEmpty();
    assertThat(Files.readAllBytes(checkpoint)).isEqualTo(bytes);
  }

  private long letters() throws IOException {
    long lines = 0;
    try (Stream<Path> files = Files.list(root.resolve("dead"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines += Files.readAllLines(file).size();
      }
    }
    return lines;
  }

  /** How the golden directory was made; {@code arguments} names where. */
  static final class Made {
    private Made() {}

    public static void main(String[] arguments) throws Exception {
      Faults dying =
          new Faults() {
            @Override
            public Optional<String> reject(SinkRecord record) {
              return SEVENS.reject(record);
            }

            @Override
            public void beforeCommit() throws SinkException {
              throw new SinkException("dies before its first commit");
            }
          };
      RunException died =
          catchThrowableOfType(
              RunException.class,
              () -> pipeline(Path.of(arguments[0]), new MemoryStore(), dying).run());
      assertThat(died).hasMessageContaining("dies before its first commit");
    }
  }
}
