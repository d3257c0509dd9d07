package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.Set;

/**
 * Whether what a commit answers is true (T-2, T-3, T-4, T-7, T-11, T-12, W-2, W-3, W-4), and
 * whether the host asked for all (HO-5). One thread at a time.
 */
final class CommitWatch implements Watch {
  private static final Set<String> PASSING =
      Set.of("StoreUnavailableException", "FencedException", "Superseded");

  private final Book book;
  private final Findings findings;
  private final boolean twoPhase;

  CommitWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
    this.twoPhase = book.contract() == Contract.TWO_PHASE;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Returned returned && returned.call().equals("commit")) {
      book.intervals().named(returned.target()).ifPresent(interval -> answered(interval, returned));
    } else if (event instanceof Event.Threw threw && threw.call().equals("commit")) {
      book.intervals().named(threw.target()).ifPresent(interval -> threw(interval, threw));
    } else if (event instanceof Event.Completed completed) {
      completed(completed);
    } else if (event instanceof Event.Answered answered) {
      confirmed(book.requests().numbered(answered.op()));
    } else if (event instanceof Event.Applied applied && twoPhase) {
      atClose(book.requests().numbered(applied.op()));
    }
  }

  private void answered(Interval interval, Event.Returned returned) {
    switch (returned.result()) {
      case "COMMITTED", "ALREADY_COMMITTED" -> claimed(interval, returned);
      case "LOST", "IN_DOUBT" -> givenUp(interval, returned);
      default -> {}
    }
  }

  private void claimed(Interval interval, Event.Returned returned) {
    // A reader who waits has seen nothing new, whatever was committed; the last look will tell.
    boolean untold = book.sight().isBlocked();
    if (untold || book.isVisible(interval) || book.isExplained(interval)) {
      return;
    }
    Instance process = book.instances().of(returned.process());
    Rule rule =
        twoPhase
            ? untrue(interval, returned, process)
            : book.sight().isTorn() ? Rule.W_4 : Rule.W_2;
    saw(
        rule,
        Outcome.UNTRUE_SUCCESS,
        interval,
        "commit answered " + returned.result() + " while a reader does not see it");
  }

  private Rule untrue(Interval interval, Event.Returned returned, Instance process) {
    if (returned.result().equals("ALREADY_COMMITTED")) {
      return Rule.T_4;
    }
    boolean asked =
        book.requests().all().stream()
            .anyMatch(
                op ->
                    op.process == process
                        && op.sent.access() == Access.COMMIT
                        && op.target.equals(interval.id));
    return !process.recovered && !asked ? Rule.T_7 : Rule.T_12;
  }

  private void givenUp(Interval interval, Event.Returned returned) {
    if (book.isExplained(interval)) {
      return;
    }
    if (book.isVisible(interval) && !interval.records.isEmpty()) {
      saw(
          twoPhase ? Rule.T_3 : Rule.W_3,
          Outcome.BREACH,
          interval,
          "commit answered " + returned.result() + " for what readers see");
    } else if (book.hasExpired() && twoPhase) {
      findings.saw(
          Rule.T_5,
          Outcome.LOUD_EXPIRY,
          interval.checkpoint,
          interval.id,
          book.firstMissing(interval),
          "the transaction expired, and the sink said so");
    } else {
      saw(
          twoPhase ? Rule.T_2 : Rule.W_4,
          Outcome.LOSS,
          interval,
          "commit answered "
              + returned.result()
              + ": what was prepared is gone, and no time-out has passed");
    }
  }

  private void threw(Interval interval, Event.Threw threw) {
    boolean repeated = book.isVisible(interval) && !interval.records.isEmpty();
    // An old instance may fail as it likes: it has no say any more.
    boolean told =
        PASSING.contains(threw.error())
            || book.instances().isOld(book.instances().of(threw.process()));
    if (repeated && !told && !book.isExplained(interval)) {
      saw(
          twoPhase ? Rule.T_3 : Rule.W_3,
          Outcome.NEVER_RECOVERS,
          interval,
          "commit of what is committed threw " + threw.error() + ": " + threw.message());
    }
  }

  /** Completing n subsumes all before it. */
  private void completed(Event.Completed completed) {
    String pipeline = book.instances().of(completed.process()).pipeline;
    for (Interval interval : book.intervals().all()) {
      boolean due =
          interval.process.pipeline.equals(pipeline)
              && interval.checkpoint > 0
              && interval.checkpoint <= completed.checkpoint()
              && interval.committable
              && !interval.abandoned;
      if (due && !interval.commitAsked) {
        saw(
            Rule.HO_5,
            Outcome.LOSS,
            interval,
            "checkpoint " + completed.checkpoint() + " completed, and nobody asked for its commit");
      }
    }
  }

  /** When the confirmation is there, everything it confirms is. */
  private void confirmed(Op op) {
    if (twoPhase
        || op.sent.access() != Access.CONFIRM
        || !op.applied
        || book.instances().isOld(op.process)) {
      return;
    }
    book.intervals()
        .named(op.target)
        .filter(interval -> !book.isVisible(interval) && !book.isExplained(interval))
        .ifPresent(
            interval ->
                saw(
                    book.sight().isTorn() ? Rule.W_4 : Rule.W_2,
                    Outcome.UNTRUE_SUCCESS,
                    interval,
                    op.sent.where() + " confirmed it while its data was not complete"));
  }

  private void atClose(Op op) {
    boolean ends = op.sent.access() == Access.COMMIT || op.sent.access() == Access.ABORT;
    if (!ends || !op.call.equals("close")) {
      return;
    }
    for (Interval interval : book.intervals().all()) {
      if (interval.committable && isOf(op.sent.name(), interval)) {
        saw(
            Rule.T_11,
            Outcome.BREACH,
            interval,
            "close of " + op.target + " sent " + op.sent.verb() + " for what was prepared");
      }
    }
  }

  /** A transaction is named by its interval, or by that and a part. */
  private static boolean isOf(String name, Interval interval) {
    return name.contains(interval.id + "/") || name.endsWith(interval.id);
  }

  private void saw(Rule rule, Outcome outcome, Interval interval, String message) {
    String record = book.firstMissing(interval);
    if (record.isEmpty() && !interval.records.isEmpty()) {
      record = interval.records.get(0);
    }
    if (findings.saw(rule, outcome, interval.checkpoint, interval.id, record, message)) {
      book.explain(interval.records);
    }
  }
}
