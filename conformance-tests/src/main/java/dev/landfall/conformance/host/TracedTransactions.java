package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/** A transaction writer behind a {@link Trace}. As thread-safe as what it wraps. */
record TracedTransactions(TransactionWriter writer, String id, Trace trace, Turnstile turnstile)
    implements TransactionWriter {
  @Override
  public void begin(IntervalId interval) throws SinkException, InterruptedException {
    turnstile.pass(
        "begin",
        () -> trace.act(Phase.WRITE, "begin", interval.toString(), () -> writer.begin(interval)));
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    turnstile.pass(
        "write",
        () -> trace.often(Phase.WRITE, "write", Traced.record(record), () -> writer.write(record)));
  }

  @Override
  public Optional<Committable> prepare() throws SinkException, InterruptedException {
    return trace.<Optional<Committable>, RuntimeException>call(
        Phase.PREPARE,
        "prepare",
        id,
        writer::prepare,
        result -> result.map(Committable::toString).orElse("nothing"));
  }

  @Override
  public void abort() throws SinkException, InterruptedException {
    trace.act(Phase.ABORT, "abort", id, writer::abort);
  }

  @Override
  public void close() {
    trace.quiet(Phase.END, "close", id, writer::close);
  }
}
