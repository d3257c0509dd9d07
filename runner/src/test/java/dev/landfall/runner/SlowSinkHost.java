package dev.landfall.runner;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A process that generates large records into a sink that takes its time. */
final class SlowSinkHost {
  static final int COUNT = 5_000;
  static final long VALUE_BYTES = 16 << 10;

  /** Where the sink takes its time. */
  enum Slow {
    WRITING,
    PUBLISHING,
    NOWHERE
  }

  private static final int WRITERS = 2;
  private static final long PAUSE_NANOS = 1_000_000;

  /** What was published. Thread-safe. */
  private static final class Seen implements Consumer<SinkRecord> {
    private final BitSet ids = new BitSet(COUNT);
    private int records;

    @Override
    public synchronized void accept(SinkRecord record) {
      ids.set((int) ((Value.OfLong) ((Value.OfMap) record.value()).field("id")).value());
      records++;
    }

    @Override
    public synchronized String toString() {
      return records + " published, " + ids.cardinality() + " of them different";
    }
  }

  private SlowSinkHost() {}

  /** The pauses alone, if both writers pause at the same time. */
  static Duration shortestWhenSlow() {
    return Duration.ofNanos(PAUSE_NANOS * COUNT / WRITERS);
  }

  /** Takes the directory and where the sink is slow. */
  public static void main(String[] arguments) throws Exception {
    Slow slow = Slow.valueOf(arguments[1]);
    Seen seen = new Seen();
    Consumer<SinkRecord> pause = record -> LockSupport.parkNanos(PAUSE_NANOS);
    DiscardingLogSink sink =
        new DiscardingLogSink(
            slow == Slow.WRITING ? pause : record -> {},
            slow == Slow.PUBLISHING ? seen.andThen(pause) : seen);
    Pipeline.of(
            definition(Path.of(arguments[0])),
            RunOptions.DEFAULT,
            new CheckpointEnduranceIT.GeneratorInto(sink),
            RunListener.NONE)
        .run();
    System.out.println(seen);
  }

  private static PipelineDefinition definition(Path root) {
    return new PipelineDefinition(
        "slow",
        Guarantee.Level.EXACTLY_ONCE,
        WRITERS,
        Distribution.KEY,
        new CheckpointSettings(
            root.resolve("state"),
            Duration.ofMillis(200),
            Duration.ofMinutes(1),
            0,
            3,
            Duration.ofMinutes(1)),
        new Section(
            "source",
            Map.of(
                "type",
                "generator",
                "count",
                (long) COUNT,
                "splits",
                2L,
                "value-size",
                VALUE_BYTES + "B")),
        List.of("id"),
        OnReject.FAIL,
        new Section("sink", Map.of("type", "memory")));
  }
}
