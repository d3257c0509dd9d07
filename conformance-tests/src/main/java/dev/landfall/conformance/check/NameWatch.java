package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names: one for each thing, none for two, and nobody else's touched (SI-4, SI-5, SI-11, W-3). One
 * thread at a time.
 */
final class NameWatch implements Watch {
  private static final Set<Access> ENDING =
      Set.of(Access.ABORT, Access.COMMIT, Access.CONFIRM, Access.FENCE);
  private static final Pattern SCOPE = Pattern.compile("(.+)/(\\d+) of (\\d+)");

  private final Book book;
  private final Findings findings;

  /** Who wrote under a name first. */
  private final Map<String, Op> first = new HashMap<>();

  /** Which interval a name stands for. */
  private final Map<String, Interval> interval = new HashMap<>();

  private final Map<String, String> recordOfName = new HashMap<>();
  private final Map<String, String> nameOfRecord = new HashMap<>();

  NameWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    if (event instanceof Event.Sent sent) {
      Op op = book.requests().numbered(sent.op());
      switch (book.contract()) {
        case TWO_PHASE -> transaction(op);
        case WRITE_AHEAD -> object(op);
        case IDEMPOTENT -> key(op);
      }
    } else if (event instanceof Event.Applied applied) {
      owner(book.requests().numbered(applied.op()));
    }
  }

  private void transaction(Op op) {
    if (op.sent.access() != Access.STAGE) {
      return;
    }
    Op before = first.putIfAbsent(op.sent.name(), op);
    if (before != null && before.process != op.process) {
      breach(
          Rule.SI_4,
          op,
          "process "
              + op.process.number
              + " stages under "
              + op.sent.name()
              + ", a name of process "
              + before.process.number
              + "; expected names of its own generation");
    }
    if (op.sent.records().isEmpty()) {
      begunAgain(op);
    }
    for (String record : op.sent.records()) {
      book.intervals().latest(record, op.process).ifPresent(one -> staged(op, record, one));
    }
  }

  /** A name may be used again when what it stood for has ended, and not before (HO-14). */
  private void begunAgain(Op op) {
    Interval named = interval.get(op.sent.name());
    if (named == null || named.process != op.process || !named.committable) {
      return;
    }
    if (named.claim.isEmpty()) {
      book.explain(named.records);
      findings.saw(
          Rule.HO_14,
          Outcome.BREACH,
          named.checkpoint,
          named.id,
          named.records.isEmpty() ? "" : named.records.get(0),
          op.sent.name() + " is used again before the interval has ended");
    }
    interval.remove(op.sent.name());
  }

  private void staged(Op op, String record, Interval of) {
    Interval named = interval.putIfAbsent(op.sent.name(), of);
    if (named != null && named != of && named.process == of.process) {
      book.explain(record);
      findings.saw(
          Rule.SI_11,
          Outcome.BREACH,
          of.checkpoint,
          of.id,
          record,
          "record of "
              + of.id
              + " was staged in "
              + op.sent.name()
              + ", which holds "
              + named.id
              + "; expected one interval each");
    }
  }

  private void object(Op op) {
    boolean writes = op.sent.access() == Access.PUT || op.sent.access() == Access.STAGE;
    if (!writes || !op.call.equals("commit")) {
      return;
    }
    Optional<Interval> of = book.intervals().named(op.target);
    if (of.isEmpty()) {
      return;
    }
    Interval named = interval.putIfAbsent(op.sent.name(), of.get());
    if (named != null && named != of.get()) {
      book.explain(named.records);
      book.explain(of.get().records);
      breach(Rule.SI_4, op, op.sent.name() + " stands for " + named.id + " and for " + of.get().id);
      findings.saw(
          Rule.W_3,
          Outcome.BREACH,
          named.checkpoint,
          named.id,
          named.records.isEmpty() ? "" : named.records.get(0),
          op.sent.name() + " is written again with the records of " + of.get().id);
    }
  }

  private void key(Op op) {
    boolean one =
        book.view() == View.ROWS
            && op.sent.access() == Access.PUT
            && op.sent.records().size() == 1
            && !op.sent.name().equals("rows");
    if (!one) {
      return;
    }
    String record = op.sent.records().get(0);
    String other = recordOfName.putIfAbsent(op.sent.name(), record);
    if (other != null && !other.equals(record)) {
      book.explain(record);
      breach(Rule.SI_4, op, op.sent.name() + " is the key of " + other + " and of " + record);
    }
    String name = nameOfRecord.putIfAbsent(record, op.sent.name());
    if (name != null && !name.equals(op.sent.name())) {
      book.explain(record);
      breach(
          Rule.SI_4,
          op,
          record + " was written under " + name + " and, replayed, under " + op.sent.name());
    }
  }

  private void breach(Rule rule, Op op, String message) {
    List<String> records = op.sent.records();
    findings.saw(
        rule, Outcome.BREACH, 0, op.target, records.isEmpty() ? "" : records.get(0), message);
  }

  /** Nothing outside the own pipeline, and inside a recovery nothing outside its scope. */
  private void owner(Op op) {
    if (!ENDING.contains(op.sent.access())) {
      first.putIfAbsent(op.sent.name(), op);
      return;
    }
    Op maker = first.putIfAbsent(op.sent.name(), op);
    if (maker == null || maker == op) {
      return;
    }
    if (!maker.process.pipeline.equals(op.process.pipeline)) {
      explain(op.sent.name());
      breach(
          Rule.SI_5,
          op,
          "pipeline "
              + op.process.pipeline
              + " changes "
              + op.sent.name()
              + " of pipeline "
              + maker.process.pipeline);
    } else if (book.contract() == Contract.TWO_PHASE && isOutsideScope(op)) {
      breach(Rule.SI_5, op, op.sent.name() + " is changed by the recovery of " + op.target);
    }
  }

  private void explain(String name) {
    Interval of = interval.get(name);
    if (of != null) {
      book.explain(of.records);
    }
  }

  private boolean isOutsideScope(Op op) {
    Matcher scope = SCOPE.matcher(op.target);
    Interval of = interval.get(op.sent.name());
    if (of == null || !scope.matches()) {
      return false;
    }
    String writer = of.writer();
    int subtask = Integer.parseInt(writer.substring(writer.lastIndexOf('/') + 1));
    return subtask % Integer.parseInt(scope.group(3)) != Integer.parseInt(scope.group(2));
  }
}
