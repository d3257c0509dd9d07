package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.util.List;

/** A takeover behind a {@link Trace}. As thread-safe as what it wraps. */
record TracedTakeover(Takeover takeover, Trace trace) implements Takeover {
  @Override
  public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    return trace.<Generation, RuntimeException>call(
        Phase.RECOVER,
        "newest",
        scope.toString(),
        () -> takeover.newest(scope),
        Generation::toString);
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException {
    return trace.<List<IntervalId>, RuntimeException>call(
        Phase.RECOVER,
        "confirmed",
        scope.toString(),
        () -> takeover.confirmed(scope),
        List::toString);
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    trace.act(Phase.RECOVER, "fence", scope.toString(), () -> takeover.fence(scope, current));
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    return trace.<List<String>, RuntimeException>call(
        Phase.RECOVER,
        "abortDangling",
        scope.toString(),
        () -> takeover.abortDangling(scope, current),
        List::toString);
  }

  @Override
  public void close() {
    trace.quiet(Phase.END, "close", "takeover", takeover::close);
  }
}
