package dev.landfall.benchmarks.jmh;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A record into the local log, without the sealing: encoding, checksum and its part of a write of
 * 256 KiB. The segment is dropped after each iteration.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LogBenchmark {
  private static final int KEY_BYTES = 16;
  private static final int VALUE_BYTES = 200;

  private final SinkRecord record =
      SinkRecord.put(Value.of(new byte[KEY_BYTES]), Value.of(new byte[VALUE_BYTES]));

  @SuppressWarnings("NullAway.Init") // JMH calls open first
  private Path directory;

  @SuppressWarnings("NullAway.Init") // JMH calls open first
  private SegmentWriter segment;

  /** Opens a segment. */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    directory = Files.createTempDirectory("landfall-log-benchmark");
    segment =
        new LocalSegmentStore(directory)
            .open(new IntervalId(new SinkId("benchmark", "out").writer(0), new Generation(1), 1));
  }

  /** One record of 216 bytes. */
  @Benchmark
  public void append() throws IOException {
    segment.append(record);
  }

  /** Drops the segment, which was not sealed. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    segment.close();
    Directories.delete(directory);
  }
}
