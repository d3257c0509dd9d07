package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.Optional;

/**
 * Whether readers have to wait, for what, and how long (T-8; SI-5 where no transaction excuses it).
 * One thread at a time.
 *
 * <p>A history tells that somebody waits, and not for whom. It is the request that was carried out
 * last before the waiting began, for the world stands still between two requests.
 */
final class WaitWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private boolean waits;
  private Optional<Op> cause = Optional.empty();

  WaitWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Seen) {
      looked();
    } else if (event instanceof Event.Recovered recovered && waits) {
      recovered(book.instances().of(recovered.process()));
    }
  }

  private void looked() {
    boolean before = waits;
    waits = book.sight().isBlocked();
    if (waits && !before) {
      cause = book.requests().lastApplied();
      boolean old = cause.filter(op -> book.instances().isOld(op.process)).isPresent();
      saw(
          old ? Outcome.BLOCKED_AFTER_RECOVERY : Outcome.BLOCKED_UNTIL_RECOVERED,
          old ? "readers wait for the dead" : "readers wait");
    }
  }

  /** Nobody but a predecessor of the same pipeline holds anything that its recovery must end. */
  private void recovered(Instance process) {
    boolean ofPredecessor =
        cause.isEmpty()
            || (cause.get().process.pipeline.equals(process.pipeline)
                && cause.get().process.number < process.number);
    if (ofPredecessor) {
      saw(
          Outcome.BLOCKED_AFTER_RECOVERY,
          "readers still wait after process " + process.number + " has recovered,");
    }
  }

  private void saw(Outcome outcome, String message) {
    Optional<Interval> interval = cause.flatMap(op -> book.intervals().named(op.target));
    findings.saw(
        book.contract() == Contract.TWO_PHASE ? Rule.T_8 : Rule.SI_5,
        outcome,
        interval.map(one -> one.checkpoint).orElse(0L),
        cause.map(op -> op.target).orElse(""),
        interval.flatMap(one -> one.records.stream().findFirst()).orElse(""),
        message
            + " since "
            + cause
                .map(op -> op.sent.where() + " of process " + op.process.number)
                .orElse("before the first request"));
  }
}
