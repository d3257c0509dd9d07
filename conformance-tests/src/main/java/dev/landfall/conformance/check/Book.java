package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.model.View;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known after each event of a history: instances, intervals, requests, and what a reader
 * sees. Holds facts only; what they mean is for the watches to say. One thread at a time.
 */
final class Book {
  private final Header header;
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Instances instances = new Instances();
  private final Intervals intervals;
  private final Requests requests;
  private final Sight sight = new Sight();
  private final Set<String> rejected = new HashSet<>();
  private final Set<String> explained = new HashSet<>();
  private int injected;
  private boolean expired;

  Book(Header header, List<Event> events) {
    this.header = header;
    header.sources().forEach(source -> sources.put(source.id(), source));
    this.intervals = new Intervals(header.contract(), instances);
    this.requests =
        new Requests(
            events.stream()
                .anyMatch(event -> event instanceof Event.Sent sent && !sent.records().isEmpty()));
  }

  // ---- writing

  void write(Event event) {
    if (event instanceof Event.Started started) {
      instances.started(started);
      intervals.abandon(started);
    } else if (event instanceof Event.Took took) {
      instances.of(took.process()).generation = took.generation();
    } else if (event instanceof Event.Recovered recovered) {
      instances.recovered(recovered);
    } else if (event instanceof Event.Called called) {
      called(called);
    } else if (event instanceof Event.Wrote wrote) {
      intervals.wrote(wrote);
    } else if (event instanceof Event.Rejected one) {
      rejected.add(one.record());
    } else if (event instanceof Event.Ended ended) {
      intervals.ended(ended);
    } else if (event instanceof Event.Durable durable) {
      intervals.durable(durable);
    } else if (event instanceof Event.Injected one) {
      injected++;
      expired |= one.injection().fault() == Fault.K11;
    } else {
      writeStore(event);
    }
  }

  private void called(Event.Called called) {
    instances.of(called.process()).enter(called);
    if (called.call().equals("commit")) {
      intervals.named(called.target()).ifPresent(interval -> interval.commitAsked = true);
    }
  }

  private void writeStore(Event event) {
    if (event instanceof Event.Sent sent) {
      requests.sent(sent, instances.of(sent.process()));
    } else if (event instanceof Event.Applied applied) {
      requests.applied(applied);
    } else if (event instanceof Event.Answered answered) {
      requests.answered(answered);
    } else if (event instanceof Event.Seen seen) {
      sight.seen(seen);
    } else if (event instanceof Event.Raw now) {
      sight.raw(now);
    }
  }

  /** The call is over; done after the watches have seen the event, which want to know which. */
  void afterwards(Event event) {
    if (event instanceof Event.Returned returned) {
      instances.of(returned.process()).leave(returned.call());
      if (returned.call().equals("commit")) {
        intervals
            .named(returned.target())
            .ifPresent(interval -> interval.claim = returned.result());
      }
    } else if (event instanceof Event.Threw threw) {
      instances.of(threw.process()).leave(threw.call());
    }
  }

  // ---- reading

  Contract contract() {
    return header.contract();
  }

  View view() {
    return header.view();
  }

  /** Whether what counts is the value of each key, and not which rows are there. */
  boolean isByKey() {
    return contract() == Contract.IDEMPOTENT && view() == View.KEYED;
  }

  Instances instances() {
    return instances;
  }

  Intervals intervals() {
    return intervals;
  }

  Requests requests() {
    return requests;
  }

  Sight sight() {
    return sight;
  }

  /**
   * The record of the schedule.
   *
   * @throws IllegalArgumentException if it has none of that name
   */
  Source source(String record) {
    Source source = sources.get(record);
    if (source == null) {
      throw new IllegalArgumentException(
          "Cannot check a history: no record "
              + record
              + ", expected one of the schedule, by split and offset, as s0:1 (a step may also name"
              + " none)");
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

  /** Whether the sink has to refuse it: a row can be too large, and it can never be deleted. */
  boolean isBad(String record) {
    Source.Kind kind = source(record).kind();
    return kind == Source.Kind.BAD || (kind == Source.Kind.DELETE && view() == View.ROWS);
  }

  /** How many faults have fired. */
  int injected() {
    return injected;
  }

  /** Whether the store's transaction time-out has passed, as a fault. */
  boolean hasExpired() {
    return expired;
  }

  // ---- what follows from it

  /** Everything of the interval that can be there is there. */
  boolean isVisible(Interval interval) {
    return firstMissing(interval).isEmpty();
  }

  /** The first record of the interval that a reader does not see, or empty. */
  String firstMissing(Interval interval) {
    for (String record : interval.records) {
      boolean missing = sight.count(record) <= copies(record, interval);
      if (missing && !isRejected(record) && !isBad(record)) {
        return record;
      }
    }
    return "";
  }

  /** Copies that an older restore, made on purpose, has left behind: not this interval's. */
  private int copies(String record, Interval interval) {
    int copies = 0;
    for (Interval other : intervals.of(record)) {
      if (other != interval && other.abandoned && other.isClaimedCommitted()) {
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
