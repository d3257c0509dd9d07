package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What readers of transactions and of confirmed data see, at every boundary: nothing early, nothing
 * twice, nothing in part, nothing from the dead (T-1, T-3, T-6, T-7, T-8, T-11, W-1, W-3, W-5, W-6,
 * SI-11). One thread at a time.
 */
final class ViewWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private final boolean twoPhase;
  private final Map<String, Op> shownBy = new HashMap<>();

  ViewWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
    this.twoPhase = book.contract() == Contract.TWO_PHASE;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Seen) {
      book.sight().changed().forEach(this::changed);
      acrossWriters();
    }
  }

  private void changed(String record) {
    // What a reader sees after it has waited, any request of that time may have brought.
    Optional<Op> cause =
        book.sight().hasWaited() ? Optional.empty() : book.requests().lastApplied();
    if (!book.isKnown(record)) {
      findings.saw(
          twoPhase ? Rule.T_1 : Rule.W_1, Outcome.BREACH, 0, "", record, "nobody wrote it");
      return;
    }
    boolean more = book.sight().isMore(record);
    if (cause.isPresent() && book.instances().isOld(cause.get().process)) {
      fromTheDead(record, cause.get());
    } else if (!book.isExplained(record)) {
      if (more) {
        appeared(record, cause);
      } else {
        vanished(record, cause);
      }
    }
    if (more) {
      cause.ifPresent(op -> shownBy.putIfAbsent(record, op));
    }
  }

  private void fromTheDead(String record, Op op) {
    saw(
        twoPhase ? Rule.T_8 : Rule.W_6,
        Outcome.EFFECT_OF_OLD_INSTANCE,
        record,
        op.sent.where()
            + " of process "
            + op.process.number
            + " took effect after a successor had recovered");
  }

  private void appeared(String record, Optional<Op> cause) {
    boolean durable = book.intervals().durableCount(record) > 0;
    Optional<Interval> committing =
        cause
            .filter(op -> op.call.equals("commit"))
            .flatMap(op -> book.intervals().named(op.target));
    boolean foreign =
        committing.isPresent() && !committing.get().records.contains(record) && twoPhase;
    if (foreign) {
      saw(
          Rule.SI_11,
          durable ? Outcome.BREACH : Outcome.VISIBLE_BEFORE_DURABLE,
          record,
          "the commit of "
              + committing.get().id
              + " made it visible, and it is part of another interval");
    } else if (!durable) {
      early(record, cause);
    } else if (book.sight().count(record) > 1) {
      twice(record, cause);
    }
  }

  private void early(String record, Optional<Op> cause) {
    boolean recovering = cause.isPresent() && !cause.get().process.recovered;
    Rule rule =
        cause.isPresent() && cause.get().call.equals("close") && twoPhase
            ? Rule.T_11
            : recovering ? (twoPhase ? Rule.T_7 : Rule.W_5) : twoPhase ? Rule.T_1 : Rule.W_1;
    saw(
        rule,
        Outcome.VISIBLE_BEFORE_DURABLE,
        record,
        "visible after "
            + cause.map(op -> op.sent.where().toString()).orElse("nothing")
            + ", and no durable checkpoint holds it");
  }

  private void twice(String record, Optional<Op> cause) {
    if (book.intervals().durableCount(record) >= book.sight().count(record)) {
      repeated(record);
      return;
    }
    Op before = shownBy.get(record);
    boolean sameRecovery =
        cause.isPresent()
            && !cause.get().process.recovered
            && before != null
            && before.process == cause.get().process;
    saw(
        twoPhase ? (sameRecovery ? Rule.T_7 : Rule.T_3) : Rule.W_3,
        Outcome.DUPLICATE,
        record,
        "visible "
            + book.sight().count(record)
            + " times after "
            + cause.map(op -> op.sent.where().toString()).orElse("nothing")
            + (before == null ? "" : ", first after " + before.sent.where()));
  }

  private void repeated(String record) {
    List<Interval> intervals = book.intervals().of(record);
    boolean accepted = book.instances().acceptsReplay(intervals.get(0).process.pipeline);
    saw(
        Rule.HO_15,
        accepted ? Outcome.REPEATED_AFTER_OLDER_RESTORE : Outcome.DUPLICATE,
        record,
        "it was committed, and again after an older checkpoint was restored"
            + (accepted ? "" : ", which nobody had accepted"));
  }

  private void vanished(String record, Optional<Op> cause) {
    saw(
        twoPhase ? Rule.T_6 : Rule.W_3,
        Outcome.LOSS,
        record,
        "no longer visible after " + cause.map(op -> op.sent.where().toString()).orElse("nothing"));
  }

  private void acrossWriters() {
    for (List<Interval> checkpoint : book.intervals().checkpoints()) {
      if (isAnyThere(checkpoint)) {
        for (Interval one : checkpoint) {
          missing(one);
        }
      }
    }
  }

  private boolean isAnyThere(List<Interval> checkpoint) {
    for (Interval one : checkpoint) {
      if (!one.records.isEmpty() && book.isVisible(one)) {
        return true;
      }
    }
    return false;
  }

  private void missing(Interval one) {
    if (!one.abandoned && !book.isVisible(one) && !book.isExplained(one)) {
      findings.saw(
          twoPhase ? Rule.T_1 : Rule.W_1,
          Outcome.PARTLY_VISIBLE_ACROSS_WRITERS,
          one.checkpoint,
          one.id,
          book.firstMissing(one),
          "the checkpoint is visible in part");
    }
  }

  private void saw(Rule rule, Outcome outcome, String record, String message) {
    List<Interval> intervals = book.intervals().of(record);
    String interval = intervals.isEmpty() ? "" : intervals.get(intervals.size() - 1).id;
    long checkpoint = book.intervals().durable(record).map(one -> one.checkpoint).orElse(0L);
    if (findings.saw(rule, outcome, checkpoint, interval, record, message)) {
      book.explain(record);
    }
  }
}
