package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import java.util.List;

/**
 * What a writer's restore must know: how far it had come, and what was prepared for this
 * checkpoint. Immutable, thread-safe.
 *
 * @param newest the newest interval that is part of the checkpoint
 * @param prepared what was prepared up to the checkpoint and not seen confirmed, in order; it is
 *     with the committer too, which may be elsewhere and later
 */
record WriterState(IntervalId newest, List<Committable> prepared) {
  WriterState {
    prepared = List.copyOf(prepared);
  }
}
