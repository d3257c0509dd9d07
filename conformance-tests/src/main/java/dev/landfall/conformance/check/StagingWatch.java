package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import java.util.List;

/**
 * What a flush or prepare that came back well has promised: every record of the interval was sent,
 * answered, and answered well, or named as one that cannot be written (SI-1, SI-8, SI-11, I-2,
 * T-2). One thread at a time.
 */
final class StagingWatch implements Watch {
  private final Book book;
  private final Findings findings;

  StagingWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Ended ended) {
      book.intervals().of(ended).ifPresent(this::ended);
    } else if (event instanceof Event.Rejected rejected) {
      if (!book.isBad(rejected.record())) {
        saw(Rule.SI_8, Outcome.LOSS, rejected.record(), "", "a good record was rejected");
      }
    }
  }

  private void ended(Interval interval) {
    boolean traced = book.requests().carryRecords() && book.contract() != Contract.WRITE_AHEAD;
    for (String record : interval.records) {
      if (book.isBad(record)) {
        named(interval, record);
      } else if (traced && !book.isRejected(record)) {
        sent(interval, record);
      }
    }
    if (book.contract() == Contract.TWO_PHASE && interval.committable) {
      prepared(interval);
    } else if (book.contract() == Contract.TWO_PHASE) {
      nothingToCommit(interval);
    }
  }

  private void nothingToCommit(Interval interval) {
    for (String record : interval.records) {
      if (!book.isBad(record) && !book.isRejected(record) && !book.isExplained(record)) {
        book.explain(interval.records);
        saw(
            Rule.T_10,
            Outcome.LOSS,
            record,
            interval.id,
            "prepare answered that there is nothing to commit, and the interval has records");
        return;
      }
    }
  }

  private void named(Interval interval, String record) {
    if (!book.isRejected(record)) {
      saw(
          Rule.SI_8,
          Outcome.BREACH,
          record,
          interval.id,
          "the store cannot take the record, and the sink has not said so");
    }
  }

  private void sent(Interval interval, String record) {
    List<Op> ops =
        book.requests().of(record).stream().filter(op -> op.process == interval.process).toList();
    if (ops.stream().anyMatch(op -> op.succeededFor(record))) {
      return;
    }
    if (ops.isEmpty()) {
      if (!isSuperseded(interval, record) && !wasCarriedOut(record)) {
        book.explain(record);
        saw(
            book.holdsBad(interval) ? Rule.SI_8 : Rule.SI_11,
            Outcome.LOSS,
            record,
            interval.id,
            "the record was taken and is not part of its interval: no request carried it");
      }
      return;
    }
    book.explain(record);
    Op last = ops.get(ops.size() - 1);
    if (last.answered) {
      saw(
          Rule.SI_1,
          Outcome.UNTRUE_SUCCESS,
          record,
          interval.id,
          "the store answered "
              + last.sent.where()
              + " with '"
              + (last.error.isEmpty() ? "item failed" : last.error)
              + "', and the interval was reported complete");
    } else {
      saw(
          book.contract() == Contract.TWO_PHASE ? Rule.T_2 : Rule.I_2,
          Outcome.UNTRUE_SUCCESS,
          record,
          interval.id,
          "the interval was reported complete before the store had answered " + last.sent.where());
    }
  }

  /**
   * What was carried out before a replay need not be sent again: a sink may know that it was. What
   * a reader sees of it is looked at when the flush comes back.
   */
  private boolean wasCarriedOut(String record) {
    return book.contract() == Contract.IDEMPOTENT
        && book.requests().of(record).stream().anyMatch(op -> op.applied);
  }

  /** A later record of the same key makes an earlier one superfluous where readers read by key. */
  private boolean isSuperseded(Interval interval, String record) {
    if (book.view() != View.KEYED) {
      return false;
    }
    Source source = book.source(record);
    return interval.records.stream()
        .map(book::source)
        .anyMatch(other -> other.key().equals(source.key()) && other.offset() > source.offset());
  }

  private void prepared(Interval interval) {
    for (RawEntry entry : book.sight().raw()) {
      if (entry.kind() == RawEntry.Kind.OPEN_TRANSACTION && entry.interval().equals(interval.id)) {
        book.explain(interval.records);
        saw(
            Rule.T_2,
            Outcome.UNTRUE_SUCCESS,
            interval.records.isEmpty() ? "" : interval.records.get(0),
            interval.id,
            entry.name() + " is reported as prepared, and the store has it open");
      }
    }
  }

  private void saw(Rule rule, Outcome outcome, String record, String writer, String message) {
    // No checkpoint holds yet what has only just ended.
    findings.saw(rule, outcome, 0, writer, record, message);
  }
}
