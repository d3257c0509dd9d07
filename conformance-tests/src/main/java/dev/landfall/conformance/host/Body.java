package dev.landfall.conformance.host;

import dev.landfall.conformance.host.Flights.Flight;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.schedule.Step;
import dev.landfall.conformance.schedule.Step.Option;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One running process of a host: everything that a kill takes away. Drives the sdk's own drivers
 * from start to close. One thread at a time.
 */
final class Body {
  /** How long what is pending must still live when its checkpoint becomes durable (HO-13). */
  private static final Duration NEEDED = Duration.ofMinutes(2);

  private final Run run;
  private final Lane lane;
  private final Instance instance;
  private final int parallelism;
  private final Feed feed;
  private final Flights flights;
  private final OpenedSink sink;
  private final Map<WriterId, IntervalId> newest = new HashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final Map<String, List<Pending>> asked = new HashMap<>();
  private final List<WriterDriver> writers = new ArrayList<>();

  /** Whether the host makes no checkpoint any more; an honest one always does (HO-10). */
  private boolean ended;

  /** How many checkpoints it has begun, for a host that counts from 1. */
  private long begun;

  /** Whether this process has made a checkpoint durable, so that its next commit is of its own. */
  private boolean completes;

  Body(Run run, Lane lane, Instance instance, int parallelism) {
    this.run = run;
    this.lane = lane;
    this.instance = instance;
    this.parallelism = parallelism;
    this.feed = new Feed(run, lane, instance);
    this.flights = new Flights(run, instance);
    this.sink = new OpenedSink(run, lane, instance, parallelism);
  }

  Instance instance() {
    return instance;
  }

  void start(String label, Phase starting, ReplayPolicy policy)
      throws SinkException, InterruptedException, Superseded {
    RestoredState restored = lane.lineage().restored();
    lane.lineage()
        .newest()
        .ifPresent(
            saved -> {
              feed.resume(saved.positions());
              newest.putAll(saved.newest());
            });
    instance.at(label, starting);
    run.log()
        .add(
            new Event.Started(
                instance.number(),
                instance.pipeline(),
                parallelism,
                restored.checkpoint().map(CheckpointId::value).orElse(0L),
                policy == ReplayPolicy.ACCEPT));
    run.gate().hostEvent(instance, starting, label + ".start");
    sink.start(restored, policy);
    sink.openWriters(writers, flights.sealer());
    if (run.has(Lapse.COMMITS_WHAT_WAS_GIVEN_UP)) {
      sink.committer().commit(lane.lineage().givenUp());
    }
    instance.requireAlive();
  }

  void write(Step step) throws SinkException, InterruptedException {
    instance.at(step.label(), Phase.WRITE);
    feed.write(step, writers);
    run.gate().written(instance);
    ended |= step.has(Option.ALL) && run.has(Lapse.NO_LAST_CHECKPOINT);
  }

  // ---- checkpoint

  void barrier(Step step) throws SinkException, InterruptedException {
    instance.at(step.label(), Phase.PREPARE);
    run.gate().hostEvent(instance, Phase.PREPARE, step.label() + ".barrier");
    if (ended) {
      return;
    }
    CheckpointId next = lane.lineage().next(step.has(Option.GAP) ? 3 : 1);
    CheckpointId id = run.has(Lapse.COUNTS_FROM_ONE) ? new CheckpointId(++begun) : next;
    Flight flight = flights.begin(step.label(), id, feed.positions());
    Set<Integer> leftOut =
        run.has(Lapse.SKIPS_EMPTY_INTERVALS) ? feed.idle(writers.size()) : Set.of();
    feed.barrier();
    for (int subtask = 0; subtask < writers.size(); subtask++) {
      if (!leftOut.contains(subtask)) {
        flights.add(flight, writers.get(subtask).barrier());
      }
      if (step.has(Option.FIRST_WRITER_ONLY)) {
        return;
      }
    }
    if (run.has(Lapse.COMMITS_AT_BARRIER)) {
      sink.committer().commit(promisedBy(flight));
    }
  }

  private static List<Pending> promisedBy(Flight flight) {
    return flight.done().stream().flatMap(one -> pending(flight, one).stream()).toList();
  }

  /** Lets the sealer work; it runs beside the writing thread, so its turn may come late. */
  private void seal(String label) throws SinkException {
    instance.at(label, Phase.PREPARE);
    flights.seal();
  }

  void durable(Step step) throws SinkException, InterruptedException, Superseded {
    if (ended) {
      return;
    }
    Flight flight = sealed(step);
    List<Pending> promised = new ArrayList<>(pending);
    promised.addAll(promisedBy(flight));
    instance.at(step.label(), Phase.CHECKPOINT);
    if (!run.has(Lapse.ASKS_NOT_WHETHER_ALIVE)) {
      sink.committer().requireAlive(promised, NEEDED);
    }
    instance.requireAlive();
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".durable");
    lane.requireLease(instance);
    pending.clear();
    pending.addAll(promised);
    keep(step, flight);
  }

  /** What of a flight has landed; begun anew if the process before this one died with it. */
  private Flight sealed(Step step) throws SinkException, InterruptedException {
    if (!flights.has(step.label())) {
      barrier(step);
    }
    seal(step.label());
    return flights.of(step.label());
  }

  private static Optional<Pending> pending(Flight flight, Barrier barrier) {
    return barrier.committable().map(one -> new Pending(Optional.of(flight.id()), one));
  }

  private void keep(Step step, Flight flight) throws SinkException {
    flight.done().forEach(barrier -> newest.put(barrier.interval().writer(), barrier.interval()));
    flights.end(step.label());
    List<Committable> forgotten =
        lane.lineage()
            .keep(
                new Saved(
                    flight.id(),
                    lane.position(),
                    sink.generation(),
                    flight.positions(),
                    newest,
                    pending));
    lane.durable(step.label(), flight.id());
    completes = true;
    run.log()
        .add(
            new Event.Durable(
                instance.number(),
                flight.id().value(),
                flight.done().stream().map(barrier -> barrier.interval().toString()).toList(),
                pending.stream().map(one -> one.committable().interval().toString()).toList()));
    run.bench()
        .sessions(instance)
        .ifPresent(
            open ->
                run.log().add(new Event.Sessions(instance.number(), flight.id().value(), open)));
    instance.at(step.label(), Phase.COMMIT);
    sink.committer().forget(forgotten.stream().filter(one -> !isPending(one)).toList());
    instance.requireAlive();
  }

  private boolean isPending(Committable committable) {
    return pending.stream().anyMatch(one -> one.committable().equals(committable));
  }

  /** A failed checkpoint is no order to roll back: its committables wait for the next (HO-6). */
  void fail(Step step) throws SinkException, InterruptedException {
    Flight flight = sealed(step);
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".fail");
    flights.end(step.label());
    for (Barrier barrier : flight.done()) {
      if (!run.has(Lapse.DROPS_FAILED)) {
        pending(flight, barrier).ifPresent(pending::add);
      }
      newest.put(barrier.interval().writer(), barrier.interval());
    }
    run.log().add(new Event.Failed(instance.number(), flight.id().value()));
  }

  void commit(Step step) throws SinkException, InterruptedException {
    if (ended) {
      return;
    }
    seal(step.label());
    instance.at(step.label(), Phase.COMMIT);
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".notify");
    CheckpointId id = lane.id(step.label());
    List<Pending> chosen = run.subject().commits().choose(pending, id);
    if (chosen.isEmpty()) {
      chosen = asked.getOrDefault(step.label(), List.of());
    }
    run.log().add(new Event.Notified(instance.number(), id.value()));
    sink.committer().commit(chosen);
    instance.requireAlive();
    pending.removeAll(chosen);
    asked.put(step.label(), chosen);
    run.log().add(new Event.Completed(instance.number(), id.value()));
    if (completes) {
      run.committed(instance);
    }
  }

  // ---- end

  /** Ends in good order; commits nothing. */
  void close(String label) throws SinkException {
    seal(label);
    run.gate().hostEvent(instance, Phase.END, label + ".close");
    release(label);
  }

  /** Frees what can be freed after a failure. */
  void release(String label) {
    instance.at(label, Phase.END);
    writers.forEach(WriterDriver::close);
    sink.release();
    instance.requireAlive();
  }
}
