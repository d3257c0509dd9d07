package dev.landfall.benchmarks.jmh;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.Entry;
import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.runner.state.StateOwner;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.SplitPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/**
 * A checkpoint of four splits and four committables into a state directory, durable on return: two
 * fsyncs and a rename; and the deletion of the oldest.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CheckpointBenchmark {
  private static final int SUBTASKS = 4;
  private static final int PAYLOAD_BYTES = 100;
  private static final int RETAINED = 3;

  private final HostTime time = HostTime.system();
  private final StateOwner owner =
      new StateOwner("benchmark", "generator", "discarding", "out", "");
  private final Map<String, SplitPosition> positions = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // JMH calls take first
  private Path directory;

  @SuppressWarnings("NullAway.Init") // JMH calls take first
  private HeldState state;

  private long ordinal;

  /** Takes a state directory. */
  @Setup
  public void take() throws IOException, StateException {
    directory = Files.createTempDirectory("landfall-checkpoint-benchmark");
    state =
        StateDirectory.at(directory, time).take("benchmark", Generation.NONE, Entry.RESPECT_LEASE);
    for (int i = 0; i < SUBTASKS; i++) {
      positions.put("split-" + i, new SplitPosition(Map.of("offset", "123456789012")));
    }
  }

  /** Completes one checkpoint. */
  @Benchmark
  public List<Checkpoint> complete() throws StateException {
    ordinal++;
    state.renew();
    state.complete(
        new Checkpoint(
            new CheckpointId(ordinal),
            state.generation(),
            owner,
            time.now(),
            positions,
            List.of(),
            pending()));
    return state.retain(RETAINED);
  }

  private List<Pending> pending() {
    List<Pending> pending = new ArrayList<>();
    for (int i = 0; i < SUBTASKS; i++) {
      IntervalId interval =
          new IntervalId(new SinkId("benchmark", "out").writer(i), state.generation(), ordinal);
      pending.add(
          new Pending(
              Optional.of(new CheckpointId(ordinal)),
              Committable.of(interval, 1, new byte[PAYLOAD_BYTES], 1000, "1,000 records")));
    }
    return pending;
  }

  /** Gives the directory back. */
  @TearDown
  public void release() throws IOException {
    state.close();
    Directories.delete(directory);
  }
}
