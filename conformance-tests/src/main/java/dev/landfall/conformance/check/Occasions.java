package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which rules a run had an occasion to break: a rule without one is not kept, it was not judged.
 * One thread at a time.
 *
 * <p>An occasion is what the checker has to see before it can find the rule broken, so that a rule
 * without one cannot have been broken either, or the situation that the rule is about. In doubt
 * there was none: a report may say too little of a sink, and not too much.
 */
public final class Occasions implements Watch {
  /** Who claims one of these does not claim to be monotonic (I-5). */
  private static final Set<Weakness> NOT_MONOTONIC =
      EnumSet.of(
          Weakness.OLDER_VALUE_SEEN, Weakness.OLDER_VALUE_STAYS, Weakness.EFFECT_OF_OLD_INSTANCE);

  private static final int SESSIONS_TO_COMPARE = 4;

  private final Book book;
  private final Contract contract;
  private final boolean monotonic;
  private final Set<Rule> met = EnumSet.noneOf(Rule.class);
  private final Map<String, Event.Started> starts = new HashMap<>();
  private final Map<String, Long> completed = new HashMap<>();
  private final Set<String> checkpoints = new HashSet<>();
  private final Set<String> commits = new HashSet<>();
  private final Set<Integer> poisoned = new HashSet<>();
  private final Map<String, String> recordOfKey = new HashMap<>();
  private final Map<String, Interval> staged = new HashMap<>();
  private final Map<Integer, Integer> sessions = new HashMap<>();

  private Occasions(Header header, Book book) {
    this.book = book;
    this.contract = header.contract();
    this.monotonic = Collections.disjoint(header.declared(), NOT_MONOTONIC);
  }

  /** The rules of the contract that this run had an occasion to break. */
  public static Set<Rule> of(History history) {
    Book book = new Book(history.header(), history.events());
    Occasions occasions = new Occasions(history.header(), book);
    for (Event event : history.events()) {
      book.write(event);
      occasions.on(event);
      book.afterwards(event);
    }
    occasions.met.retainAll(RuleChecks.of(history.header().contract()));
    return occasions.met;
  }

  /** The rules of the contract that are not among those met, each with the reason. */
  public static Map<Rule, String> missing(Contract contract, Set<Rule> met) {
    Map<Rule, String> missing = new EnumMap<>(Rule.class);
    for (Rule rule : RuleChecks.of(contract)) {
      if (!met.contains(rule)) {
        missing.put(rule, "no run had " + occasion(rule));
      }
    }
    return missing;
  }

  /** What an occasion of the rule is, as in "no run had …". */
  private static String occasion(Rule rule) {
    return switch (rule) {
      case HO_1 -> "a second checkpoint";
      case HO_2, HO_3 -> "a record";
      case HO_4 -> "a commit";
      case HO_5 -> "a checkpoint that completed with something to commit";
      case HO_6 -> "a failed checkpoint, or an older one restored, with something to commit";
      case HO_7 -> "a record after a restart";
      case HO_8 -> "a fence after a restart that restored something to commit";
      case HO_9 -> "a change of parallelism";
      case HO_10 -> "an end of input that is looked for row by row";
      case HO_11 -> "an old process that went on beside its successor";
      case HO_12 -> "an interval without records";
      case HO_13 -> "a checkpoint with something to commit in two phases";
      case HO_14 -> "a store that had no more to give, or a name that was used again";
      case HO_15 ->
          "an older checkpoint restored than the one that was committed, or a start that was refused";
      case SI_1 -> "an error of the store in answer to records";
      case SI_2 -> "a writer closed after an error";
      case SI_3 -> "an interval longer than any buffer may be";
      case SI_4 -> "a name that was made again, or could have been, after a restart";
      case SI_5 ->
          "two pipelines, or two writers in a recovery, that could have ended what is another's";
      case SI_6 -> "a question about what the sink does not declare";
      case SI_7 -> "a misspelt key";
      case SI_8 -> "a record that cannot be written";
      case SI_9 -> "a password that could be told from any other word";
      case SI_10 -> "a key beyond ASCII that a reader saw";
      case SI_11 -> "an interval of which the requests, or the commit, could be told";
      case I_1 -> "a row that one process sent twice";
      case I_2 -> "a flush";
      case I_3 -> "two operations on one key";
      case I_4 -> "a record that a second process wrote again";
      case I_5 -> "a replay by a sink that claims to be monotonic";
      case W_1, T_1 -> "an interval with records that was ready to be committed";
      case W_2, T_12 -> "a commit that was reported";
      case W_3, T_3 -> "a commit that was asked for twice";
      case W_4 -> "a torn segment";
      case W_5 -> "a restart with something unconfirmed behind it";
      case W_6, T_8 ->
          "a request of an old process after its successor had recovered, or a reader who waited";
      case T_2 -> "a commit by another process than the one that had prepared";
      case T_4 -> "a commit that was answered as made before";
      case T_5 -> "a commit after the store's transaction time-out";
      case T_6 -> "an abort";
      case T_7 -> "a recovery after a restart";
      case T_9 -> "a downtime longer than the store's transaction time-out";
      case T_10 -> "an interval without records that ended";
      case T_11 -> "a close with something prepared";
      case T_13 -> "four checkpoints of one process whose sessions could be counted";
    };
  }

  @Override
  public void on(Event event) {
    host(event);
    sink(event);
    store(event);
  }

  private void met(boolean occasion, Rule... rules) {
    if (occasion) {
      Collections.addAll(met, rules);
    }
  }

  private boolean is(Contract one) {
    return contract == one;
  }

  private boolean commits() {
    return contract != Contract.IDEMPOTENT;
  }

  // ---- what the host did

  private void host(Event event) {
    if (event instanceof Event.Started started) {
      started(started);
    } else if (event instanceof Event.Refused) {
      met(true, Rule.HO_15);
    } else if (event instanceof Event.Recovered recovered) {
      met(isSuccessor(book.instances().of(recovered.process())), Rule.T_7);
    } else if (event instanceof Event.Durable durable) {
      durable(durable, book.instances().of(durable.process()));
    } else if (event instanceof Event.Failed) {
      met(commits(), Rule.HO_6);
    } else if (event instanceof Event.Completed done) {
      completed(done, book.instances().of(done.process()).pipeline);
    } else if (event instanceof Event.Gone gone && gone.how() == Event.How.SUPERSEDED) {
      met(true, Rule.HO_11);
    } else if (event instanceof Event.Sessions now) {
      int looks = sessions.merge(now.process(), 1, Integer::sum);
      met(looks >= SESSIONS_TO_COMPARE, Rule.T_13);
    } else if (event instanceof Event.Settled settled && settled.phase().equals("quiet")) {
      met(!book.isByKey(), Rule.HO_10);
    }
  }

  private void started(Event.Started started) {
    Event.Started before = starts.put(started.pipeline(), started);
    met(starts.size() > 1 && commits(), Rule.SI_5);
    if (before == null) {
      return;
    }
    met(before.parallelism() != started.parallelism(), Rule.HO_9);
    boolean older = started.restored() < completed.getOrDefault(started.pipeline(), 0L);
    met(older && commits(), Rule.HO_15, Rule.HO_6);
    met(isUnconfirmed(started.pipeline()), Rule.W_5);
  }

  /** Lying in the store, or sealed for a checkpoint that no start will know. */
  private boolean isUnconfirmed(String pipeline) {
    return book.sight().raw().stream().anyMatch(Occasions::isUnconfirmed)
        || book.intervals().all().stream()
            .anyMatch(
                one ->
                    one.process.pipeline.equals(pipeline)
                        && one.checkpoint == 0
                        && !one.records.isEmpty());
  }

  private static boolean isUnconfirmed(RawEntry entry) {
    return entry.kind() == RawEntry.Kind.UPLOAD || entry.kind() == RawEntry.Kind.UNCONFIRMED_OBJECT;
  }

  private boolean isSuccessor(Instance process) {
    return book.instances().all().stream()
        .anyMatch(one -> one.pipeline.equals(process.pipeline) && one.number < process.number);
  }

  private void durable(Event.Durable durable, Instance process) {
    met(!checkpoints.add(process.pipeline), Rule.HO_1);
    met(!durable.pending().isEmpty() && is(Contract.TWO_PHASE), Rule.HO_13);
    boolean empty =
        durable.ended().stream().anyMatch(id -> book.intervals().of(process, id).records.isEmpty());
    met(empty || durable.ended().size() < process.parallelism, Rule.HO_12);
  }

  private void completed(Event.Completed done, String pipeline) {
    completed.merge(pipeline, done.checkpoint(), Math::max);
    boolean due =
        book.intervals().all().stream()
            .anyMatch(
                one ->
                    one.process.pipeline.equals(pipeline)
                        && one.committable
                        && one.checkpoint > 0
                        && one.checkpoint <= done.checkpoint());
    met(due, Rule.HO_5);
  }

  // ---- what the sink was asked and answered

  private void sink(Event event) {
    if (event instanceof Event.Wrote wrote) {
      wrote(wrote, book.instances().of(wrote.process()));
    } else if (event instanceof Event.Ended ended) {
      book.intervals().of(ended).ifPresent(this::ended);
    } else if (event instanceof Event.Called called) {
      called(called, book.instances().of(called.process()));
    } else if (event instanceof Event.Returned returned && returned.call().equals("commit")) {
      met(returned.result().equals("COMMITTED"), Rule.T_12, Rule.W_2);
      met(returned.result().equals("ALREADY_COMMITTED"), Rule.T_4, Rule.W_2);
    } else if (event instanceof Event.Threw threw) {
      poisoned(threw);
    } else if (event instanceof Event.Asked) {
      met(true, Rule.SI_6);
    } else if (event instanceof Event.Misspelt) {
      met(true, Rule.SI_7);
    } else if (event instanceof Event.Preflight preflight) {
      boolean tooLong =
          preflight.timeoutMillis() > 0 && preflight.downtimeMillis() > preflight.timeoutMillis();
      met(tooLong, Rule.T_9);
    }
  }

  private void wrote(Event.Wrote wrote, Instance process) {
    String record = wrote.record();
    met(true, Rule.HO_2, Rule.HO_3);
    met(isSuccessor(process), Rule.HO_7);
    met(book.isBad(record), Rule.SI_8);
    int length = book.intervals().of(process, wrote.interval()).records.size();
    met(length > BoundsWatch.MAX_HELD_RECORDS && book.requests().carryRecords(), Rule.SI_3);
    boolean again = book.intervals().of(record).stream().anyMatch(one -> one.process != process);
    met(again, Rule.I_4);
    met(again && book.isByKey() && monotonic, Rule.I_5);
    String before = recordOfKey.put(book.source(record).key(), record);
    met(before != null && !before.equals(record) && book.isByKey(), Rule.I_3);
  }

  private void ended(Interval interval) {
    boolean empty = interval.records.isEmpty();
    met(empty || !interval.committable, Rule.T_10);
    met(!empty, Rule.I_2);
    met(!empty && interval.committable, Rule.T_1, Rule.W_1);
    boolean traced = book.requests().carryRecords() && is(Contract.IDEMPOTENT);
    met(!empty && (traced || is(Contract.TWO_PHASE)), Rule.SI_11);
  }

  private void called(Event.Called called, Instance process) {
    switch (called.call()) {
      case "commit" -> {
        met(commits(), Rule.HO_4);
        met(!commits.add(called.target()), Rule.T_3, Rule.W_3);
        met(book.hasExpired(), Rule.T_5);
        book.intervals()
            .named(called.target())
            .ifPresent(interval -> met(interval.process != process, Rule.T_2));
      }
      case "close" -> {
        met(poisoned.contains(process.number), Rule.SI_2);
        met(holdsPrepared(process), Rule.T_11);
      }
      case "abortDangling" ->
          met(is(Contract.TWO_PHASE) && process.parallelism > 1 && isSuccessor(process), Rule.SI_5);
      case "fence" -> met(isRestored(process), Rule.HO_8);
      default -> {}
    }
  }

  private boolean holdsPrepared(Instance process) {
    return book.intervals().all().stream()
        .anyMatch(one -> one.process == process && one.committable && one.claim.isEmpty());
  }

  private boolean isRestored(Instance process) {
    return book.intervals().all().stream()
        .anyMatch(
            one ->
                one.process.pipeline.equals(process.pipeline)
                    && one.process.number < process.number
                    && one.committable
                    && one.checkpoint > 0
                    && !one.abandoned);
  }

  private void poisoned(Event.Threw threw) {
    switch (threw.call()) {
      case "write", "flush", "prepare", "begin" -> poisoned.add(threw.process());
      default -> {}
    }
  }

  // ---- what reached the store, and what was seen of it

  private void store(Event event) {
    if (event instanceof Event.Sent sent) {
      sent(book.requests().numbered(sent.op()));
    } else if (event instanceof Event.Applied applied) {
      ofTheOld(book.requests().numbered(applied.op()));
    } else if (event instanceof Event.Answered answered) {
      Op op = book.requests().numbered(answered.op());
      boolean failed = !op.error.isEmpty() || !op.failed.isEmpty();
      met(failed && !op.sent.records().isEmpty() && !is(Contract.WRITE_AHEAD), Rule.SI_1);
      met(op.error.startsWith("EXHAUSTED"), Rule.HO_14);
    } else if (event instanceof Event.Seen seen) {
      met(seen.blocked(), is(Contract.TWO_PHASE) ? Rule.T_8 : Rule.SI_5);
      met(seen.items().stream().anyMatch(item -> isText(item.key(), item.record())), Rule.SI_10);
    } else if (event instanceof Event.Raw) {
      met(book.sight().isTorn(), Rule.W_4);
    }
  }

  private void sent(Op op) {
    Access access = op.sent.access();
    met(true, Rule.SI_9);
    met(access == Access.ABORT, Rule.T_6);
    ofTheOld(op);
    boolean names =
        switch (contract) {
          case TWO_PHASE -> access == Access.STAGE;
          case WRITE_AHEAD ->
              (access == Access.STAGE || access == Access.PUT) && op.call.equals("commit");
          case IDEMPOTENT ->
              access == Access.PUT
                  && book.view() == View.ROWS
                  && op.sent.records().size() == 1
                  && !op.sent.name().equals("rows");
        };
    met(names && (is(Contract.IDEMPOTENT) || isSuccessor(op.process)), Rule.SI_4);
    met(names && is(Contract.TWO_PHASE) && isUsedAgain(op), Rule.HO_14);
    met(access == Access.PUT && !book.isByKey() && isSentAgain(op), Rule.I_1);
  }

  private boolean isUsedAgain(Op op) {
    Interval before = staged.get(op.sent.name());
    for (String record : op.sent.records()) {
      book.intervals()
          .latest(record, op.process)
          .ifPresent(interval -> staged.put(op.sent.name(), interval));
    }
    return before != null && before.process == op.process && before.committable;
  }

  private boolean isSentAgain(Op op) {
    return op.sent.records().stream()
        .flatMap(record -> book.requests().of(record).stream())
        .anyMatch(other -> other != op && other.process == op.process);
  }

  private void ofTheOld(Op op) {
    met(book.instances().isOld(op.process), Rule.T_8, Rule.W_6);
  }

  private boolean isText(String key, String record) {
    boolean tells = !key.isEmpty() && book.isKnown(record);
    return tells && !StandardCharsets.US_ASCII.newEncoder().canEncode(book.source(record).key());
  }
}
