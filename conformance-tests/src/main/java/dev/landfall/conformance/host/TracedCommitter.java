package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;

/** A committer behind a {@link Trace}. As thread-safe as what it wraps. */
record TracedCommitter(Committer committer, Trace trace) implements Committer {
  @Override
  public CommitOutcome commit(Committable committable) throws SinkException, InterruptedException {
    return trace.<CommitOutcome, RuntimeException>call(
        Phase.COMMIT,
        "commit",
        committable.interval().toString(),
        () -> committer.commit(committable),
        outcome -> outcome.kind().toString());
  }

  @Override
  public void abort(Committable committable) throws SinkException, InterruptedException {
    trace.act(
        Phase.ABORT,
        "abort",
        committable.interval().toString(),
        () -> committer.abort(committable));
  }

  @Override
  public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
    return trace.<Liveness, RuntimeException>call(
        Phase.CHECKPOINT,
        "liveness",
        committable.interval().toString(),
        () -> committer.liveness(committable),
        Object::toString);
  }

  @Override
  public void close() {
    trace.quiet(Phase.END, "close", "committer", committer::close);
  }
}
