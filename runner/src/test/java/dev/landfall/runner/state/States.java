package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.SplitPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** State to test with. */
final class States {
  static final StateOwner OWNER = new StateOwner("orders", "file", "jdbc", "warehouse", "xa");
  static final SinkId SINK = new SinkId("orders", "warehouse");

  private States() {}

  static IntervalId interval(int subtask, long generation, long ordinal) {
    return new IntervalId(SINK.writer(subtask), new Generation(generation), ordinal);
  }

  static Committable committable(int subtask, long generation, long ordinal) {
    return Committable.of(
        interval(subtask, generation, ordinal),
        1,
        "prepared".getBytes(StandardCharsets.UTF_8),
        412,
        "xid 6f72, 412 rows");
  }

  static Checkpoint checkpoint(long id, long generation) {
    CheckpointId named = new CheckpointId(id);
    return new Checkpoint(
        named,
        new Generation(generation),
        OWNER,
        Instant.parse("2026-01-01T00:00:00Z"),
        Map.of(
            "a.jsonl", new SplitPosition(Map.of("offset", "17", "line", "3")),
            "b.jsonl", new SplitPosition(Map.of())),
        List.of(interval(0, generation, id), interval(1, generation, id)),
        List.of(
            new Pending(Optional.of(named), committable(0, generation, id)),
            new Pending(Optional.empty(), committable(1, generation, id))));
  }
}
