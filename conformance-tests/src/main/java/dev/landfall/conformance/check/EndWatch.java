package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Source;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The last look: nothing is missing, and nothing is left over (W-5). One thread at a time. */
final class EndWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private final KeyWatch keys;
  private final Set<String> stopped = new HashSet<>();

  EndWatch(Book book, Findings findings, KeyWatch keys) {
    this.book = book;
    this.findings = findings;
    this.keys = keys;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Gone gone) {
      boolean early = gone.how() == Event.How.STOPPED_LOUDLY || gone.how() == Event.How.GAVE_UP;
      if (early && gone.process() > 0) {
        stopped.add(book.instances().of(gone.process()).pipeline);
      } else if (early) {
        book.instances().all().forEach(process -> stopped.add(process.pipeline));
      }
    } else if (event instanceof Event.Refused refused) {
      stopped.add(book.instances().of(refused.process()).pipeline);
    } else if (event instanceof Event.Settled settled && settled.phase().equals("quiet")) {
      missing();
    } else if (event instanceof Event.Settled settled && settled.phase().equals("end")) {
      leftovers();
    }
  }

  private void missing() {
    if (book.isByKey()) {
      keys.atTheEnd(stopped);
      return;
    }
    for (Source source : book.sources()) {
      List<Interval> intervals = book.intervals().of(source.id());
      // Nobody knows whose a record is that was never handed over.
      boolean untold =
          intervals.isEmpty()
              ? !stopped.isEmpty()
              : stopped.contains(intervals.get(0).process.pipeline);
      if (!untold) {
        missing(source);
      }
    }
  }

  private void missing(Source source) {
    String record = source.id();
    if (book.sight().count(record) > 0 || book.isExplained(record)) {
      return;
    }
    if (book.isBad(record) || book.isRejected(record)) {
      return;
    }
    Optional<Interval> interval = book.intervals().durable(record);
    findings.saw(
        interval.map(this::cause).orElse(Rule.HO_10),
        Outcome.LOSS,
        interval.map(one -> one.checkpoint).orElse(0L),
        interval.map(one -> one.id).orElse(""),
        record,
        interval
            .map(
                one ->
                    one.claim.isEmpty()
                        ? "it was never committed"
                        : "commit had answered " + one.claim)
            .orElse("no durable checkpoint covers it at the end of input"));
  }

  private Rule cause(Interval interval) {
    return switch (book.contract()) {
      case IDEMPOTENT -> Rule.I_2;
      case WRITE_AHEAD -> book.sight().isTorn() ? Rule.W_4 : Rule.W_3;
      case TWO_PHASE -> !interval.commitAsked ? Rule.HO_5 : Rule.T_7;
    };
  }

  private void leftovers() {
    if (book.contract() != Contract.WRITE_AHEAD || !stopped.isEmpty()) {
      return;
    }
    for (RawEntry entry : book.sight().raw()) {
      boolean left =
          entry.kind() == RawEntry.Kind.UPLOAD || entry.kind() == RawEntry.Kind.UNCONFIRMED_OBJECT;
      if (left && !book.isExplained(entry.interval())) {
        findings.saw(
            Rule.W_5,
            Outcome.LEFTOVER,
            0,
            entry.interval(),
            "",
            entry.name() + " is still there after a further recovery");
      }
    }
  }
}
