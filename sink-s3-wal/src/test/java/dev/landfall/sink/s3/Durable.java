package dev.landfall.sink.s3;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.RestoredState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a host of the tests keeps over a crash: one checkpoint.
 *
 * @param position how many records of the source are part of it
 */
record Durable(
    long checkpoint,
    Generation generation,
    List<IntervalId> newest,
    List<Pending> pending,
    long position) {
  static final Durable NOTHING = new Durable(0, Generation.NONE, List.of(), List.of(), 0);

  RestoredState restored() {
    if (checkpoint == 0) {
      return RestoredState.NONE;
    }
    Set<IntervalId> retained =
        pending.stream().map(one -> one.committable().interval()).collect(Collectors.toSet());
    return new RestoredState(
        Optional.of(new CheckpointId(checkpoint)), generation, newest, pending, retained);
  }
}
