package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known after each event of a history: processes, intervals, requests, checkpoints, and
 * what a reader sees. Holds facts only; what they mean is for the watches to say. One thread at a
 * time.
 */
final class Book {
  /** One start of a host. */
  static final class Instance {
    final int number;
    final String pipeline;
    final int parallelism;
    long generation;
    boolean recovered;
    boolean acceptsReplay;
    int injected;
    final Deque<Event.Called> calls = new ArrayDeque<>();

    Instance(Event.Started started) {
      this.number = started.process();
      this.pipeline = started.pipeline();
      this.parallelism = started.parallelism();
      this.acceptsReplay = started.acceptsReplay();
    }

    /** The innermost call of the sink, or empty between two of them. */
    Optional<Event.Called> call() {
      return Optional.ofNullable(calls.peek());
    }

    boolean isIn(String call) {
      return calls.stream().anyMatch(one -> one.call().equals(call));
    }
  }

  /** One interval of one writer. */
  static final class Interval {
    final String id;
    final Instance process;
    final List<String> records = new ArrayList<>();
    long checkpoint;
    boolean committable;
    boolean abandoned;
    int commitCalls;
    String claim = "";
    boolean excused;

    Interval(String id, Instance process) {
      this.id = id;
      this.process = process;
    }

    String writer() {
      return id.substring(0, id.lastIndexOf("/g"));
    }
  }

  /** One request. */
  static final class Op {
    final Event.Sent sent;
    final Instance process;
    final String call;
    final String target;
    boolean applied;
    boolean answered;
    String error = "";
    List<String> failed = List.of();

    Op(Event.Sent sent, Instance process) {
      this.sent = sent;
      this.process = process;
      this.call = process.call().map(Event.Called::call).orElse("");
      this.target = process.call().map(Event.Called::target).orElse("");
    }

    boolean carries(String record) {
      return sent.records().contains(record);
    }

    boolean succeededFor(String record) {
      return answered && error.isEmpty() && !failed.contains(record);
    }
  }

  private final Header header;
  private final boolean carriesRecords;
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Map<Integer, Instance> processes = new LinkedHashMap<>();
  private final Map<String, Integer> newestStarted = new HashMap<>();
  private final Map<String, Integer> newestRecovered = new HashMap<>();
  private final Map<String, Interval> intervals = new LinkedHashMap<>();
  private final Map<String, List<Interval>> byRecord = new HashMap<>();
  private final Map<Long, Op> ops = new HashMap<>();
  private final Map<String, List<Op>> opsByRecord = new HashMap<>();
  private final Map<Long, List<Interval>> checkpoints = new LinkedHashMap<>();
  private final Set<String> rejected = new HashSet<>();
  private final Set<String> explained = new HashSet<>();
  private Map<String, Integer> counts = new HashMap<>();
  private Map<String, Integer> countsBefore = new HashMap<>();
  private Map<String, String> keyed = new HashMap<>();
  private List<RawEntry> raw = List.of();
  private @Nullable Op lastApplied;
  private @Nullable Op lastSent;
  private int injected;
  private boolean expired;

  Book(Header header, List<Event> events) {
    this.header = header;
    header.sources().forEach(source -> sources.put(source.id(), source));
    this.carriesRecords =
        events.stream()
            .anyMatch(event -> event instanceof Event.Sent sent && !sent.records().isEmpty());
  }

  // ---- writing

  void write(Event event) {
    if (event instanceof Event.Started started) {
      processes.put(started.process(), new Instance(started));
      newestStarted.merge(started.pipeline(), started.process(), Math::max);
      abandon(started);
    } else if (event instanceof Event.Took took) {
      process(took.process()).generation = took.generation();
    } else if (event instanceof Event.Recovered recovered) {
      Instance process = process(recovered.process());
      process.recovered = true;
      newestRecovered.merge(process.pipeline, process.number, Math::max);
    } else if (event instanceof Event.Called called) {
      Instance process = process(called.process());
      process.calls.push(called);
      if (called.call().equals("commit")) {
        interval(called.target()).ifPresent(interval -> interval.commitCalls++);
      }
    } else if (event instanceof Event.Wrote wrote) {
      wrote(wrote);
    } else if (event instanceof Event.Rejected one) {
      rejected.add(one.record());
    } else if (event instanceof Event.Ended ended) {
      interval(ended.process(), ended.interval()).committable = ended.committable();
    } else if (event instanceof Event.Durable durable) {
      durable(durable);
    } else if (event instanceof Event.Injected one) {
      injected++;
      expired |= one.injection().fault() == dev.landfall.conformance.model.Fault.K11;
    } else {
      writeStore(event);
    }
  }

  private void writeStore(Event event) {
    if (event instanceof Event.Sent sent) {
      Op op = new Op(sent, process(sent.process()));
      ops.put(sent.op(), op);
      lastSent = op;
      sent.records()
          .forEach(
              record -> opsByRecord.computeIfAbsent(record, none -> new ArrayList<>()).add(op));
    } else if (event instanceof Event.Applied applied) {
      lastApplied = op(applied.op());
      lastApplied.applied = true;
    } else if (event instanceof Event.Answered answered) {
      Op op = op(answered.op());
      op.answered = true;
      op.error = answered.error();
      op.failed = answered.failed();
    } else if (event instanceof Event.Seen seen) {
      countsBefore = counts;
      counts = new HashMap<>();
      keyed = new HashMap<>();
      for (Item item : seen.items()) {
        counts.merge(item.record(), 1, Integer::sum);
        keyed.put(item.key(), item.record());
      }
    } else if (event instanceof Event.Raw now) {
      raw = now.entries();
    }
  }

  /** The call is over; done after the watches have seen the event, which want to know which. */
  void afterwards(Event event) {
    if (event instanceof Event.Returned returned) {
      pop(returned.process(), returned.call());
      if (returned.call().equals("commit")) {
        interval(returned.target()).ifPresent(interval -> interval.claim = returned.result());
      }
    } else if (event instanceof Event.Threw threw) {
      pop(threw.process(), threw.call());
    }
  }

  private void pop(int number, String call) {
    Deque<Event.Called> calls = process(number).calls;
    Event.Called innermost = calls.peek();
    if (innermost != null && innermost.call().equals(call)) {
      calls.pop();
    }
  }

  private void wrote(Event.Wrote wrote) {
    Interval interval = interval(wrote.process(), wrote.interval());
    interval.records.add(wrote.record());
    byRecord.computeIfAbsent(wrote.record(), none -> new ArrayList<>()).add(interval);
  }

  private void durable(Event.Durable durable) {
    List<Interval> held = new ArrayList<>();
    for (String id : durable.ended()) {
      Interval interval = interval(durable.process(), id);
      held.add(interval);
      if (interval.checkpoint == 0) {
        interval.checkpoint = durable.checkpoint();
      }
    }
    for (String id : durable.pending()) {
      Interval interval = interval(durable.process(), id);
      if (interval.checkpoint == 0) {
        interval.checkpoint = durable.checkpoint();
        held.add(interval);
      }
    }
    checkpoints.put(key(durable.process(), durable.checkpoint()), held);
  }

  private long key(int process, long checkpoint) {
    // Two pipelines count on their own; a thousand checkpoints are more than a run has.
    return process(process).pipeline.equals(firstPipeline()) ? checkpoint : 1000 + checkpoint;
  }

  private String firstPipeline() {
    return processes.values().iterator().next().pipeline;
  }

  private void abandon(Event.Started started) {
    for (Interval interval : intervals.values()) {
      if (interval.process.pipeline.equals(started.pipeline())
          && interval.checkpoint > started.restored()) {
        interval.abandoned = true;
      }
    }
  }

  // ---- reading

  Header header() {
    return header;
  }

  Contract contract() {
    return header.contract();
  }

  View view() {
    return header.view();
  }

  boolean carriesRecords() {
    return carriesRecords;
  }

  Instance process(int number) {
    Instance process = processes.get(number);
    if (process == null) {
      throw new IllegalArgumentException("Cannot check a history: no process " + number);
    }
    return process;
  }

  Collection<Instance> processes() {
    return processes.values();
  }

  /** Whether a newer process of the same pipeline has recovered: this one has no say any more. */
  boolean isOld(Instance process) {
    return newestRecovered.getOrDefault(process.pipeline, 0) > process.number;
  }

  boolean isSucceeded(Instance process) {
    return newestStarted.getOrDefault(process.pipeline, 0) > process.number;
  }

  private Interval interval(int process, String id) {
    return intervals.computeIfAbsent(key(process, id), none -> new Interval(id, process(process)));
  }

  /**
   * An idempotent sink keeps no generation in its store, so two starts from one checkpoint may
   * number alike; elsewhere a successor speaks of its predecessor's intervals.
   */
  private String key(int process, String id) {
    return contract() == Contract.IDEMPOTENT ? process + " " + id : id;
  }

  Optional<Interval> ended(Event.Ended event) {
    return Optional.ofNullable(intervals.get(key(event.process(), event.interval())));
  }

  Optional<Interval> interval(String id) {
    return Optional.ofNullable(intervals.get(id));
  }

  Collection<Interval> intervals() {
    return intervals.values();
  }

  List<Interval> intervalsOf(String record) {
    return byRecord.getOrDefault(record, List.of());
  }

  /** The interval of the record in the checkpoint that the lineage goes through. */
  Optional<Interval> durableInterval(String record) {
    Interval found = null;
    for (Interval interval : intervalsOf(record)) {
      if (interval.checkpoint > 0 && !interval.abandoned) {
        found = interval;
      }
    }
    return Optional.ofNullable(found);
  }

  long durableIntervals(String record) {
    return intervalsOf(record).stream().filter(one -> one.checkpoint > 0).count();
  }

  Optional<Interval> latestInterval(String record, Instance process) {
    Interval found = null;
    for (Interval interval : intervalsOf(record)) {
      if (interval.process == process) {
        found = interval;
      }
    }
    return Optional.ofNullable(found);
  }

  Collection<List<Interval>> checkpoints() {
    return checkpoints.values();
  }

  Op op(long number) {
    Op op = ops.get(number);
    if (op == null) {
      throw new IllegalArgumentException("Cannot check a history: no request " + number);
    }
    return op;
  }

  List<Op> opsOf(String record) {
    return opsByRecord.getOrDefault(record, List.of());
  }

  Collection<Op> ops() {
    return ops.values();
  }

  Optional<Op> lastApplied() {
    return Optional.ofNullable(lastApplied);
  }

  Optional<Op> lastSent() {
    return Optional.ofNullable(lastSent);
  }

  Source source(String record) {
    Source source = sources.get(record);
    if (source == null) {
      throw new IllegalArgumentException("Cannot check a history: no record " + record);
    }
    return source;
  }

  boolean isKnown(String record) {
    return sources.containsKey(record);
  }

  Collection<Source> sources() {
    return sources.values();
  }

  boolean isRejected(String record) {
    return rejected.contains(record);
  }

  boolean isBad(String record) {
    return source(record).kind() == Source.Kind.BAD;
  }

  int count(String record) {
    return counts.getOrDefault(record, 0);
  }

  Map<String, Integer> counts() {
    return counts;
  }

  Map<String, Integer> countsBefore() {
    return countsBefore;
  }

  @Nullable String valueOf(String key) {
    return keyed.get(key);
  }

  List<RawEntry> raw() {
    return raw;
  }

  boolean isTorn() {
    return raw.stream().anyMatch(entry -> entry.kind() == RawEntry.Kind.TORN_SEGMENT);
  }

  int injected() {
    return injected;
  }

  boolean hasExpired() {
    return expired;
  }

  /** Everything of the interval that can be there is there. */
  boolean isVisible(Interval interval) {
    return firstMissing(interval).isEmpty();
  }

  /** The first record of the interval that a reader does not see, or empty. */
  String firstMissing(Interval interval) {
    for (String record : interval.records) {
      if (count(record) <= copies(record, interval) && !isRejected(record) && !isBad(record)) {
        return record;
      }
    }
    return "";
  }

  /** Copies that an older restore, made on purpose, has left behind: not this interval's. */
  private int copies(String record, Interval interval) {
    int copies = 0;
    for (Interval other : intervalsOf(record)) {
      boolean committed =
          other.claim.equals("COMMITTED") || other.claim.equals("ALREADY_COMMITTED");
      if (other != interval && other.abandoned && other.checkpoint > 0 && committed) {
        copies++;
      }
    }
    return copies;
  }

  boolean holdsBad(Interval interval) {
    return interval.records.stream().anyMatch(this::isBad);
  }

  /** A cause was named for whatever becomes of this record; naming others would only confuse. */
  void explain(String record) {
    explained.add(record);
  }

  void explain(Collection<String> records) {
    explained.addAll(records);
  }

  boolean isExplained(String record) {
    return explained.contains(record);
  }

  boolean isExplained(Interval interval) {
    return interval.records.stream().anyMatch(explained::contains);
  }
}
