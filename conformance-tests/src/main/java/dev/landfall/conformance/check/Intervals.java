package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The intervals of all writers: what was written in them, and which checkpoint holds them. One
 * thread at a time.
 */
final class Intervals {
  private final Contract contract;
  private final Instances instances;
  private final Map<String, Interval> byId = new LinkedHashMap<>();
  private final Map<String, List<Interval>> byRecord = new HashMap<>();
  private final List<List<Interval>> checkpoints = new ArrayList<>();

  Intervals(Contract contract, Instances instances) {
    this.contract = contract;
    this.instances = instances;
  }

  // ---- writing

  void wrote(Event.Wrote wrote) {
    Interval interval = at(wrote.process(), wrote.interval());
    interval.records.add(wrote.record());
    byRecord.computeIfAbsent(wrote.record(), none -> new ArrayList<>()).add(interval);
  }

  void ended(Event.Ended ended) {
    at(ended.process(), ended.interval()).committable = ended.committable();
  }

  void durable(Event.Durable durable) {
    List<Interval> held = new ArrayList<>();
    for (String id : durable.ended()) {
      Interval interval = at(durable.process(), id);
      held.add(interval);
      interval.checkpoint = durable.checkpoint();
    }
    for (String id : durable.pending()) {
      Interval interval = at(durable.process(), id);
      if (interval.checkpoint == 0) {
        interval.checkpoint = durable.checkpoint();
        held.add(interval);
      }
    }
    checkpoints.add(held);
  }

  /** What a restored checkpoint does not know was given up. */
  void abandon(Event.Started started) {
    for (Interval interval : byId.values()) {
      if (interval.process.pipeline.equals(started.pipeline())
          && interval.checkpoint > started.restored()) {
        interval.abandoned = true;
      }
    }
  }

  // ---- reading

  private Interval at(int process, String id) {
    return byId.computeIfAbsent(key(process, id), none -> new Interval(id, instances.of(process)));
  }

  /**
   * An idempotent sink keeps no generation in its store, so two starts from one checkpoint may
   * number alike; elsewhere a successor speaks of its predecessor's intervals.
   */
  private String key(int process, String id) {
    return contract == Contract.IDEMPOTENT ? process + " " + id : id;
  }

  /**
   * The interval as one process speaks of it.
   *
   * @throws IllegalArgumentException if the history has not told of it
   */
  Interval of(Instance process, String id) {
    Interval interval = byId.get(key(process.number, id));
    if (interval == null) {
      throw new IllegalArgumentException("Cannot check a history: no interval " + id);
    }
    return interval;
  }

  Optional<Interval> of(Event.Ended event) {
    return Optional.ofNullable(byId.get(key(event.process(), event.interval())));
  }

  Optional<Interval> named(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  Collection<Interval> all() {
    return byId.values();
  }

  /** Every interval that the record was written in, in the order in which that happened. */
  List<Interval> of(String record) {
    return byRecord.getOrDefault(record, List.of());
  }

  /** The interval of the record in the checkpoint that the lineage goes through. */
  Optional<Interval> durable(String record) {
    Interval found = null;
    for (Interval interval : of(record)) {
      if (interval.checkpoint > 0 && !interval.abandoned) {
        found = interval;
      }
    }
    return Optional.ofNullable(found);
  }

  long durableCount(String record) {
    return of(record).stream().filter(one -> one.checkpoint > 0).count();
  }

  Optional<Interval> latest(String record, Instance process) {
    Interval found = null;
    for (Interval interval : of(record)) {
      if (interval.process == process) {
        found = interval;
      }
    }
    return Optional.ofNullable(found);
  }

  /** What each durable checkpoint holds that none before it held. */
  List<List<Interval>> checkpoints() {
    return checkpoints;
  }
}
