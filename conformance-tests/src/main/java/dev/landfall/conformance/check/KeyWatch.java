package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Source;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What readers of idempotent writing see: twice is once, the last one wins, and a replay converges
 * (I-1 to I-5). One thread at a time.
 */
final class KeyWatch implements Watch {
  private final Book book;
  private final Findings findings;
  private Map<String, String> before = new HashMap<>();

  /** The newest operation of each key that any process has carried out. */
  private final Map<String, Source> newest = new HashMap<>();

  /** Who carried a record out first. */
  private final Map<String, Instance> firstBy = new HashMap<>();

  /** Applied, and the look that shows what it did may be still to come. */
  private Optional<Op> unremembered = Optional.empty();

  /** What changed a key last. */
  private final Map<String, Change> changes = new HashMap<>();

  /** {@code late} if a successor had started by then. */
  private record Change(Op op, boolean late) {
    Instance by() {
      return op.process;
    }
  }

  KeyWatch(Book book, Findings findings) {
    this.book = book;
    this.findings = findings;
  }

  @Override
  public void on(Event event) {
    look(event);
    if (event instanceof Event.Applied applied) {
      unremembered = Optional.of(book.requests().numbered(applied.op()));
    } else {
      unremembered.ifPresent(this::remember);
      unremembered = Optional.empty();
    }
  }

  private void look(Event event) {
    if (event instanceof Event.Seen seen) {
      if (book.isByKey()) {
        keys(seen);
      } else {
        rows();
      }
    } else if (event instanceof Event.Ended ended) {
      book.intervals()
          .of(ended)
          .filter(interval -> !book.instances().isSucceeded(interval.process))
          .ifPresent(this::flushed);
    }
  }

  private void keys(Event.Seen seen) {
    Map<String, String> now = new HashMap<>();
    seen.items().forEach(item -> now.put(item.key(), item.record()));
    Set<String> all = new TreeSet<>(before.keySet());
    all.addAll(now.keySet());
    for (String key : all) {
      String was = before.get(key);
      String is = now.get(key);
      if (!Objects.equals(was, is)) {
        book.requests().lastApplied().ifPresent(op -> changed(key, was, is, op));
      }
    }
    before = now;
  }

  private void changed(String key, @Nullable String was, @Nullable String is, Op op) {
    changes.put(key, new Change(op, book.instances().isSucceeded(op.process)));
    if (is != null && isForeign(is)) {
      saw(Rule.I_4, Outcome.BREACH, is, "key " + key + " holds it, and nobody wrote it");
      return;
    }
    boolean older = isOlder(key, was, is, op);
    if (older && book.instances().isOld(op.process)) {
      saw(
          Rule.I_5,
          Outcome.EFFECT_OF_OLD_INSTANCE,
          is == null ? String.valueOf(was) : is,
          op.sent.where() + " of process " + op.process.number + " changed key " + key);
    }
    if (is == null) {
      vanished(key, String.valueOf(was), op);
      return;
    }
    if (book.intervals().durableCount(is) == 0) {
      saw(Rule.I_4, Outcome.VISIBLE_BEFORE_DURABLE, is, "no durable checkpoint holds it yet");
    }
    if (older && op.process.number > 1) {
      saw(
          Rule.I_5,
          Outcome.OLDER_VALUE_SEEN,
          is,
          "key " + key + (was == null ? " was deleted later" : " held the newer " + was));
    }
  }

  /** A key goes away when it is deleted, and at no other time, however short. */
  private void vanished(String key, String was, Op op) {
    boolean deleted =
        book.sources().stream()
            .anyMatch(
                source ->
                    source.kind() == Source.Kind.DELETE
                        && source.key().equals(key)
                        && !book.intervals().of(source.id()).isEmpty());
    if (!deleted && !isForeign(was) && !book.isExplained(was)) {
      saw(
          Rule.I_2,
          Outcome.LOSS,
          was,
          "key "
              + key
              + " is no longer there after "
              + op.sent.where()
              + " of process "
              + op.process.number
              + ", and nobody deleted it");
    }
  }

  private boolean isForeign(String record) {
    return !book.isKnown(record);
  }

  /** Whether a reader is sent back: to an older value, or by an older delete. */
  private boolean isOlder(String key, @Nullable String was, @Nullable String is, Op op) {
    if (is == null) {
      long deleted = offset(op, key);
      return deleted >= 0 && deleted < offset(was);
    }
    return offset(is) < Math.max(offset(was), offset(newest.get(key)));
  }

  private long offset(@Nullable String record) {
    return record == null || isForeign(record) ? -1 : book.source(record).offset();
  }

  private static long offset(@Nullable Source source) {
    return source == null ? -1 : source.offset();
  }

  /** The last operation of the key that the request carries, or -1. */
  private long offset(Op op, String key) {
    return op.sent.records().stream()
        .map(book::source)
        .filter(source -> source.key().equals(key))
        .mapToLong(Source::offset)
        .max()
        .orElse(-1);
  }

  /** Done after the look that shows what the request did. */
  private void remember(Op op) {
    for (String record : op.sent.records()) {
      Source source = book.source(record);
      if (!book.isBad(record) && source.offset() >= offset(newest.get(source.key()))) {
        newest.put(source.key(), source);
        firstBy.putIfAbsent(record, op.process);
      }
    }
  }

  private void rows() {
    for (Map.Entry<String, Integer> entry : book.sight().counts().entrySet()) {
      String record = entry.getKey();
      if (isForeign(record)) {
        saw(Rule.I_4, Outcome.BREACH, record, "it is there, and nobody wrote it");
      } else if (entry.getValue() > 1 && !book.isExplained(record)) {
        twice(record);
      }
    }
  }

  private void twice(String record) {
    List<Op> applied =
        book.requests().of(record).stream()
            .filter(op -> op.applied && op.sent.access() == Access.PUT)
            .toList();
    boolean oneProcess = applied.stream().map(op -> op.process).distinct().count() == 1;
    saw(
        oneProcess ? Rule.I_1 : Rule.I_4,
        Outcome.DUPLICATE,
        record,
        "there "
            + book.sight().count(record)
            + " times, written by "
            + applied.stream().map(op -> op.sent.where().toString()).toList());
  }

  /** The flush came back: the last operation of each key is what a reader sees. */
  private void flushed(Interval interval) {
    if (!book.isByKey()) {
      for (String record : interval.records) {
        boolean missing =
            book.sight().count(record) == 0 && !book.isBad(record) && !book.isRejected(record);
        if (missing && !book.isExplained(record)) {
          saw(Rule.I_2, Outcome.LOSS, record, "flush came back, and a reader does not see it");
        }
      }
      return;
    }
    lastPerKey(interval.records.stream().map(book::source).toList())
        .forEach((key, wanted) -> compare(key, wanted, interval.process, false));
  }

  private Map<String, Source> lastPerKey(Iterable<Source> sources) {
    Map<String, Source> last = new LinkedHashMap<>();
    for (Source source : sources) {
      if (source.kind() != Source.Kind.BAD && !book.isRejected(source.id())) {
        last.put(source.key(), source);
      }
    }
    return last;
  }

  /** The last look: every key holds its last operation, but those of pipelines that stopped. */
  void atTheEnd(Set<String> stopped) {
    lastPerKey(book.sources().stream().filter(source -> isOfNoneOf(source.id(), stopped)).toList())
        .forEach((key, wanted) -> compare(key, wanted, writer(wanted.id()).orElseThrow(), true));
  }

  private boolean isOfNoneOf(String record, Set<String> stopped) {
    return writer(record).filter(process -> !stopped.contains(process.pipeline)).isPresent();
  }

  private Optional<Instance> writer(String record) {
    List<Interval> intervals = book.intervals().of(record);
    return intervals.isEmpty()
        ? Optional.empty()
        : Optional.of(intervals.get(intervals.size() - 1).process);
  }

  private void compare(String key, Source wanted, Instance process, boolean forGood) {
    String is = book.sight().valueOf(key);
    boolean right = wanted.kind() == Source.Kind.DELETE ? is == null : wanted.id().equals(is);
    if (right || (is != null && isForeign(is)) || book.isExplained(wanted.id())) {
      return;
    }
    Optional<Change> last = Optional.ofNullable(changes.get(key));
    if (isAhead(key, is, wanted, process, last.map(Change::by).orElse(process))) {
      return;
    }
    boolean late =
        last.filter(change -> change.late && change.by().number < process.number).isPresent();
    String told =
        " (handed to process "
            + process.number
            + "; "
            + last.map(change -> "the key was last changed by " + change.op.sent.where())
                .orElse("no request has changed the key")
            + last.map(change -> " of process " + change.by().number).orElse("")
            + ")";
    if (late) {
      saw(
          Rule.I_5,
          forGood ? Outcome.OLDER_VALUE_STAYS : Outcome.OLDER_VALUE_SEEN,
          wanted.id(),
          "key " + key + " holds " + is + told);
    } else if (wanted.kind() == Source.Kind.DELETE) {
      saw(
          Rule.I_3,
          Outcome.CAME_BACK,
          wanted.id(),
          "key " + key + " was deleted and holds " + is + told);
    } else if (is == null) {
      saw(
          Rule.I_2,
          Outcome.LOSS,
          wanted.id(),
          "flush came back, and key " + key + " is not there" + told);
    } else {
      saw(
          Rule.I_3,
          Outcome.ORDER_CHANGED,
          wanted.id(),
          "key " + key + " holds " + is + ", expected the last one, " + wanted.id() + told);
    }
  }

  /**
   * Whether the key is where a later record of it has put it, which a dead process was the first to
   * write: the replay is still behind, loses against it, and comes there in the end.
   */
  private boolean isAhead(
      String key, @Nullable String is, Source wanted, Instance process, Instance last) {
    Source there = is == null ? newest.get(key) : book.source(is);
    return there != null
        && there.offset() > wanted.offset()
        && firstBy.getOrDefault(there.id(), last).number < process.number;
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
