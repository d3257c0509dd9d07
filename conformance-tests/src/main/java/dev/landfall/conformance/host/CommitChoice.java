package dev.landfall.conformance.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.host.Pending;
import java.util.List;

/** Which of the pending committables a host commits when it hears that a checkpoint completed. */
@FunctionalInterface
public interface CommitChoice {
  /** Completing n subsumes all before it (HO-5). */
  CommitChoice ALL_UP_TO =
      (pending, completed) ->
          pending.stream()
              .filter(one -> one.checkpoint().orElseThrow().compareTo(completed) <= 0)
              .toList();

  List<Pending> choose(List<Pending> pending, CheckpointId completed);
}
