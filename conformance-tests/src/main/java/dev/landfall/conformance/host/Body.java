package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.schedule.Step;
import dev.landfall.conformance.schedule.Step.Option;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One running process of a host: everything that a kill takes away. Drives the sdk's own drivers.
 * One thread at a time.
 */
final class Body {
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(2));
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);
  private static final Duration DOWNTIME = Duration.ofMinutes(5);
  private static final Duration TOO_LONG = Duration.ofDays(1);

  /** How long what is pending must still live when its checkpoint becomes durable (HO-13). */
  private static final Duration NEEDED = Duration.ofMinutes(2);

  private final Run run;
  private final Lane lane;
  private final Instance instance;
  private final int parallelism;
  private final Map<String, Long> positions = new HashMap<>();
  private final Map<WriterId, IntervalId> newest = new HashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final Map<String, List<Pending>> asked = new HashMap<>();
  private final Map<String, Flight> flights = new LinkedHashMap<>();
  private final Deque<Runnable> sealing = new ArrayDeque<>();
  private final List<WriterDriver> writers = new ArrayList<>();
  private Generation generation = Generation.NONE;

  /** Whether this process has made a checkpoint durable, so that its next commit is of its own. */
  private boolean completes;

  private Optional<SegmentStore> log = Optional.empty();
  private Optional<Sink> sink = Optional.empty();
  private Optional<CommitterDriver> committer = Optional.empty();

  /** A checkpoint between its barrier and its end. */
  private record Flight(
      CheckpointId id,
      Map<String, Long> positions,
      List<CompletableFuture<Barrier>> barriers,
      List<Barrier> done) {}

  Body(Run run, Lane lane, Instance instance, int parallelism) {
    this.run = run;
    this.lane = lane;
    this.instance = instance;
    this.parallelism = parallelism;
  }

  Instance instance() {
    return instance;
  }

  // ---- start

  void start(String label, ReplayPolicy policy)
      throws SinkException, InterruptedException, Superseded {
    RestoredState restored = lane.lineage().restored();
    lane.lineage()
        .newest()
        .ifPresent(
            saved -> {
              positions.putAll(saved.positions());
              newest.putAll(saved.newest());
            });
    Phase recovery = lane.rescaled() ? Phase.RESCALE : Phase.RECOVER;
    instance.at(label, recovery);
    run.log()
        .add(
            new Event.Started(
                instance.number(),
                instance.pipeline(),
                parallelism,
                restored.checkpoint().map(CheckpointId::value).orElse(0L),
                policy == ReplayPolicy.ACCEPT));
    run.gate().hostEvent(instance, recovery, label + ".start");
    SinkContext context = context();
    Sink opened =
        Traced.sink(
            run.bench().open(context, instance), new Trace(run.log(), run.gate(), instance));
    sink = Optional.of(opened);
    preflight(opened);
    if (opened instanceof WriteAheadSink writeAhead) {
      log = writeAhead.log();
    }
    recover(opened, context, restored, policy);
    instance.at(label, Phase.OPEN);
    for (int subtask = 0; subtask < parallelism; subtask++) {
      writers.add(
          WriterDriver.open(
              opened,
              context.sink().writer(subtask),
              generation,
              this::rejected,
              log,
              sealing::add));
    }
    instance.requireAlive();
  }

  private SinkContext context() {
    return new SinkContext(
        new SinkId(instance.pipeline(), "out"),
        "i" + instance.number() + "-" + run.plan().seed(),
        run.time().seenBy(instance, () -> run.gate().elapse(Duration.ZERO)),
        task -> {
          Thread thread = new Thread(task, "sink-of-" + instance.number());
          thread.setDaemon(true);
          return thread;
        },
        run.plan().seed(),
        dev.landfall.sdk.Metrics.none());
  }

  private void preflight(Sink opened) throws SinkException, InterruptedException {
    List<String> errors = preflight(opened, DOWNTIME);
    if (run.bench().transactionTimeoutMillis() > 0 && instance.number() == 1) {
      preflight(opened, TOO_LONG);
    }
    if (!errors.isEmpty()) {
      throw new SinkException("Cannot start: " + errors);
    }
  }

  private List<String> preflight(Sink opened, Duration downtime) throws InterruptedException {
    PipelineTerms terms =
        new PipelineTerms(
            Guarantee.Level.EXACTLY_ONCE, CHECKPOINT_INTERVAL, downtime, parallelism, true);
    List<String> errors =
        opened.preflight(terms).stream()
            .filter(finding -> finding.severity() == Finding.Severity.ERROR)
            .map(Finding::toString)
            .toList();
    run.log()
        .add(
            new Event.Preflight(
                instance.number(),
                downtime.toMillis(),
                run.bench().transactionTimeoutMillis(),
                errors));
    return errors;
  }

  private void recover(
      Sink opened, SinkContext context, RestoredState restored, ReplayPolicy policy)
      throws SinkException, InterruptedException, Superseded {
    CommitterDriver driver = CommitterDriver.open(opened, context, log, this::rejected, LIMITS);
    committer = Optional.of(driver);
    List<WriterScope> scopes = new ArrayList<>();
    for (int subtask = 0; subtask < parallelism; subtask++) {
      scopes.add(new WriterScope(context.sink(), subtask, parallelism));
    }
    try (Recovery recovery = Recovery.of(opened, scopes, restored, driver, log)) {
      generation = recovery.newest().next();
      run.log().add(new Event.Took(instance.number(), generation.value()));
      // The lease is asked for once the generation is chosen: a host that stood still and wakes up
      // here either knows that it has been replaced, or has a generation that its successor's
      // fence already covers. The other way round it could fence its successor.
      requireLease();
      recovery.run(generation, policy);
    }
    instance.requireAlive();
    run.log().add(new Event.Recovered(instance.number()));
    run.recovered(instance);
  }

  private void rejected(SinkRecord record, String reason) {
    run.log().add(new Event.Rejected(instance.number(), Traced.record(record), reason));
  }

  // ---- write

  void write(Step step) throws SinkException, InterruptedException {
    instance.at(step.label(), Phase.WRITE);
    int records = amount(step);
    List<String> splits = lane.splits();
    if (step.has(Option.IN_BLOCKS)) {
      for (int i = splits.size() - 1; i >= 0; i--) {
        for (int n = 0; n < records; n++) {
          writeNext(splits.get(i), i);
        }
      }
      return;
    }
    for (int n = 0; n < records; n++) {
      for (int i = step.has(Option.ONE_IDLE) ? 1 : 0; i < splits.size(); i++) {
        writeNext(splits.get(i), i);
      }
    }
  }

  private int amount(Step step) {
    if (step.has(Option.ALL)) {
      return lane.schedule().recordsPerSplit();
    }
    boolean recut = lane.schedule().recuts() && instance.number() > 1;
    return recut ? Math.max(1, step.amount() - 1) : step.amount();
  }

  private void writeNext(String split, int index) throws SinkException, InterruptedException {
    long offset = positions.getOrDefault(split, 0L);
    if (offset >= lane.schedule().recordsPerSplit()) {
      return;
    }
    WriterDriver writer = writers.get(index % parallelism);
    Source source = lane.source(split, offset);
    // Written down before the call: whatever becomes of it, the record has been handed over.
    run.log().add(new Event.Wrote(instance.number(), writer.interval().toString(), source.id()));
    writer.write(record(source));
    instance.requireAlive();
    positions.put(split, offset + 1);
  }

  private static SinkRecord record(Source source) {
    SourcePosition position = SourcePosition.of(source.split(), source.offset());
    Value key = Value.of(source.key());
    return switch (source.kind()) {
      case PUT -> SinkRecord.put(key, Value.of(source.id())).at(position);
      case DELETE -> SinkRecord.delete(key).at(position);
      case BAD -> SinkRecord.put(key, Value.of("bad " + source.id())).at(position);
    };
  }

  // ---- checkpoint

  void barrier(Step step) throws SinkException, InterruptedException {
    instance.at(step.label(), Phase.PREPARE);
    run.gate().hostEvent(instance, Phase.PREPARE, step.label() + ".barrier");
    CheckpointId id = lane.lineage().next(step.has(Option.GAP) ? 3 : 1);
    Flight flight = new Flight(id, Map.copyOf(positions), new ArrayList<>(), new ArrayList<>());
    flights.put(step.label(), flight);
    for (WriterDriver writer : writers) {
      flight.barriers.add(writer.barrier());
      instance.requireAlive();
      land(flight);
      if (step.has(Option.FIRST_WRITER_ONLY)) {
        return;
      }
    }
  }

  /** Takes what has completed; a sealing that failed fails the checkpoint. */
  private void land(Flight flight) throws SinkException {
    while (flight.done.size() < flight.barriers.size()) {
      CompletableFuture<Barrier> next = flight.barriers.get(flight.done.size());
      if (!next.isDone()) {
        return;
      }
      Barrier barrier = joined(next);
      flight.done.add(barrier);
      run.log()
          .add(
              new Event.Ended(
                  instance.number(),
                  barrier.interval().toString(),
                  barrier.committable().isPresent()));
    }
  }

  private static Barrier joined(CompletableFuture<Barrier> future) throws SinkException {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof SinkException failure
          ? failure
          : new SinkException("Cannot end an interval: " + e.getCause(), e);
    }
  }

  /** Lets the sealer work; it runs beside the writing thread, so its turn may come late. */
  private void seal(String label) throws SinkException {
    instance.at(label, Phase.PREPARE);
    while (!sealing.isEmpty()) {
      sealing.remove().run();
      instance.requireAlive();
    }
    for (Flight flight : flights.values()) {
      land(flight);
    }
  }

  void durable(Step step) throws SinkException, InterruptedException, Superseded {
    if (!flights.containsKey(step.label())) {
      // It was in flight when the process before this one died: it is begun anew.
      barrier(step);
    }
    seal(step.label());
    Flight flight = flight(step);
    List<Pending> promised = new ArrayList<>(pending);
    for (Barrier barrier : flight.done) {
      barrier
          .committable()
          .ifPresent(one -> promised.add(new Pending(Optional.of(flight.id), one)));
    }
    instance.at(step.label(), Phase.CHECKPOINT);
    committer().requireAlive(promised, NEEDED);
    instance.requireAlive();
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".durable");
    requireLease();
    pending.clear();
    pending.addAll(promised);
    flight.done.forEach(barrier -> newest.put(barrier.interval().writer(), barrier.interval()));
    flights.remove(step.label());
    asked.put(step.label(), List.of());
    List<dev.landfall.sdk.Committable> forgotten =
        lane.lineage()
            .keep(
                new Saved(
                    flight.id, lane.position(), generation, flight.positions, newest, pending));
    lane.durable(step.label(), flight.id);
    completes = true;
    run.log()
        .add(
            new Event.Durable(
                instance.number(),
                flight.id.value(),
                flight.done.stream().map(barrier -> barrier.interval().toString()).toList(),
                pending.stream().map(one -> one.committable().interval().toString()).toList()));
    instance.at(step.label(), Phase.COMMIT);
    committer().forget(forgotten.stream().filter(one -> !isPending(one)).toList());
    instance.requireAlive();
  }

  private void requireLease() throws Superseded {
    if (lane.body() != this) {
      throw new Superseded();
    }
  }

  private boolean isPending(dev.landfall.sdk.Committable committable) {
    return pending.stream().anyMatch(one -> one.committable().equals(committable));
  }

  private Flight flight(Step step) {
    Flight flight = flights.get(step.label());
    if (flight == null) {
      throw new IllegalStateException("no barrier of " + step.label());
    }
    return flight;
  }

  /** A failed checkpoint is no order to roll back: its committables wait for the next (HO-6). */
  void fail(Step step) throws SinkException, InterruptedException {
    if (!flights.containsKey(step.label())) {
      barrier(step);
    }
    seal(step.label());
    Flight flight = flight(step);
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".fail");
    flights.remove(step.label());
    for (Barrier barrier : flight.done) {
      barrier.committable().ifPresent(one -> pending.add(new Pending(Optional.of(flight.id), one)));
      newest.put(barrier.interval().writer(), barrier.interval());
    }
    run.log().add(new Event.Failed(instance.number(), flight.id.value()));
  }

  void commit(Step step) throws SinkException, InterruptedException {
    seal(step.label());
    instance.at(step.label(), Phase.COMMIT);
    run.gate().hostEvent(instance, Phase.CHECKPOINT, step.label() + ".notify");
    CheckpointId id = lane.id(step.label());
    List<Pending> chosen = run.subject().commits().choose(pending, id);
    if (chosen.isEmpty()) {
      chosen = asked.getOrDefault(step.label(), List.of());
    }
    run.log().add(new Event.Notified(instance.number(), id.value()));
    committer().commit(chosen);
    instance.requireAlive();
    pending.removeAll(chosen);
    asked.put(step.label(), chosen);
    run.log().add(new Event.Completed(instance.number(), id.value()));
    if (completes) {
      run.committed(instance);
    }
  }

  private CommitterDriver committer() {
    return committer.orElseThrow();
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
    committer.ifPresent(CommitterDriver::close);
    sink.ifPresent(Sink::close);
    instance.requireAlive();
  }
}
