package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source that is far faster than its sink, in a heap that half of the input would fill: a slow
 * sink holds the source back and never grows memory.
 */
class SlowSinkIT {
  private static final int HEAP_MIB = 32;

  /** Less than what may wait for two writers. */
  private static final int TOO_SMALL_MIB = 8;

  private static final long PATIENCE_SECONDS = 240;

  /** By {@code -XX:+ExitOnOutOfMemoryError}: no thread's last handler can hide it. */
  private static final int OUT_OF_MEMORY = 3;

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(names = {"WRITING", "PUBLISHING"})
  void slowSink_neverGrowsMemory_andGetsEveryRecord(SlowSinkHost.Slow slow) throws Exception {
    assertThat(SlowSinkHost.COUNT * SlowSinkHost.VALUE_BYTES)
        .as("what is generated")
        .isGreaterThan(2L * (HEAP_MIB << 20));

    assertThat(run(slow, HEAP_MIB)).isZero();

    assertThat(Files.readString(root.resolve("output.txt")))
        .contains(SlowSinkHost.COUNT + " published, " + SlowSinkHost.COUNT + " of them different");
  }

  /** Else none of it would show anything: the heap is small, and the source is fast. */
  @Test
  void withoutItsPauses_theSourceIsFaster_andAHeapBelowTheBoundIsNoticed() throws Exception {
    long start = System.nanoTime();
    assertThat(run(SlowSinkHost.Slow.NOWHERE, HEAP_MIB)).isZero();
    Duration fast = Duration.ofNanos(System.nanoTime() - start);

    assertThat(run(SlowSinkHost.Slow.WRITING, TOO_SMALL_MIB)).isEqualTo(OUT_OF_MEMORY);
    assertThat(fast).isLessThan(SlowSinkHost.shortestWhenSlow());
  }

  private int run(SlowSinkHost.Slow slow, int heapMib) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heapMib + "m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            SlowSinkHost.class.getName(),
            Files.createTempDirectory(root, "run").toString(),
            slow.name());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("output.txt").toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
