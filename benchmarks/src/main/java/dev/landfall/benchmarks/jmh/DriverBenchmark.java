package dev.landfall.benchmarks.jmh;

import dev.landfall.benchmarks.DiscardingSink;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the writer driver adds to each record: a write into a sink that does nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DriverBenchmark {
  private final SinkRecord record = SinkRecord.put(Value.of("key"), Value.of("value"));

  @SuppressWarnings("NullAway.Init") // JMH calls open first
  private WriterDriver driver;

  /** Opens the writer. */
  @Setup
  public void open() throws SinkException, InterruptedException {
    driver =
        WriterDriver.open(
            new DiscardingSink(HostTime.system()),
            new SinkId("benchmark", "out").writer(0),
            new Generation(1),
            (one, reason) -> {},
            Optional.empty(),
            Runnable::run);
  }

  /** One record. */
  @Benchmark
  public void write() throws SinkException, InterruptedException {
    driver.write(record);
  }

  /** Frees the writer. */
  @TearDown
  public void close() {
    driver.close();
  }
}
