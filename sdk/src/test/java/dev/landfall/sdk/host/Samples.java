package dev.landfall.sdk.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.Optional;

/** Names and records that the driver tests share. Stateless, thread-safe. */
final class Samples {
  static final SinkId ID = new SinkId("orders", "main");

  private Samples() {}

  static IntervalId interval(int subtask, long generation, long ordinal) {
    return new IntervalId(ID.writer(subtask), new Generation(generation), ordinal);
  }

  static Committable committable(IntervalId interval) {
    return Committable.of(interval, 1, new byte[0], 3, "sample");
  }

  static Pending pending(int subtask, long ordinal) {
    return new Pending(
        Optional.of(new CheckpointId(17)), committable(interval(subtask, 1, ordinal)));
  }

  static SinkRecord record(String key) {
    return SinkRecord.put(Value.of(key), Value.of(1));
  }

  static SinkContext context(ManualTime time) {
    return new SinkContext(ID, "instance", time, Thread::new, 1, Metrics.none());
  }
}
