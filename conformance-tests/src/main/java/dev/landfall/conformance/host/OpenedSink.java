package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The sink as one process has it: opened, asked for its prerequisites, recovered by the sdk's own
 * drivers, and what they leave: a committer, a generation, a log. One thread at a time.
 */
final class OpenedSink {
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(2));
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);
  private static final Duration DOWNTIME = Duration.ofMinutes(5);
  private static final Duration TOO_LONG = Duration.ofDays(1);

  private final Run run;
  private final Lane lane;
  private final Instance instance;
  private final int parallelism;
  private final SinkContext context;
  private Generation generation = Generation.NONE;
  private Optional<SegmentStore> log = Optional.empty();
  private Optional<Sink> sink = Optional.empty();
  private Optional<CommitterDriver> committer = Optional.empty();

  OpenedSink(Run run, Lane lane, Instance instance, int parallelism) {
    this.run = run;
    this.lane = lane;
    this.instance = instance;
    this.parallelism = parallelism;
    this.context = context();
  }

  private SinkContext context() {
    return new SinkContext(
        new SinkId(instance.pipeline(), "out"),
        "i" + instance.number() + "-" + run.plan().seed(),
        run.time().seenBy(instance, run.gate()::pause),
        task -> {
          Thread thread = new Thread(task, "sink-of-" + instance.number());
          thread.setDaemon(true);
          return thread;
        },
        run.plan().seed(),
        Metrics.none());
  }

  /** Opens and recovers: after it, older generations have no say. */
  void start(RestoredState restored, ReplayPolicy policy)
      throws SinkException, InterruptedException, Superseded {
    Sink opened =
        Traced.sink(
            run.bench().open(context, instance), new Trace(run.log(), run.gate(), instance));
    sink = Optional.of(opened);
    if (run.asksPreflight()) {
      preflight(opened);
      run.preflightHasPassed();
    }
    if (opened instanceof WriteAheadSink writeAhead) {
      log = Optional.of(writeAhead.log().orElse(run.hostLog()));
    }
    recover(opened, restored, policy);
  }

  private void preflight(Sink opened) throws SinkException, InterruptedException {
    List<String> errors = preflight(opened, DOWNTIME);
    if (run.bench().transactionTimeoutMillis() > 0 && instance.number() == 1) {
      preflight(opened, TOO_LONG);
    }
    if (instance.number() == 1) {
      ask(opened, errors);
    }
    if (!errors.isEmpty()) {
      throw new SinkException("Cannot start: " + errors);
    }
  }

  /** Asks for what the sink may not have declared: it is to be refused, not passed over. */
  private void ask(Sink opened, List<String> errors) throws InterruptedException {
    boolean exactlyOnce = opened.guarantee().level().covers(Guarantee.Level.EXACTLY_ONCE);
    run.log().add(new Event.Asked(instance.number(), "exactly-once", exactlyOnce, errors));
    run.bench()
        .misspelling()
        .map(one -> new Event.Misspelt(instance.number(), one.key(), one.meant(), one.errors()))
        .ifPresent(run.log()::add);
    Capability keyless = Capability.RECORDS_WITHOUT_KEY;
    boolean can = run.subject().can().contains(keyless);
    if (can || run.subject().cannot().contains(keyless)) {
      run.log()
          .add(
              new Event.Asked(
                  instance.number(),
                  keyless.meaning(),
                  can,
                  errors(opened, terms(DOWNTIME, Keys.NONE))));
    }
  }

  private enum Keys {
    EVERY_RECORD,
    NONE
  }

  private PipelineTerms terms(Duration downtime, Keys keys) {
    return new PipelineTerms(
        Guarantee.Level.EXACTLY_ONCE,
        CHECKPOINT_INTERVAL,
        downtime,
        parallelism,
        keys == Keys.EVERY_RECORD);
  }

  private static List<String> errors(Sink opened, PipelineTerms terms) throws InterruptedException {
    return opened.preflight(terms).stream()
        .filter(finding -> finding.severity() == Finding.Severity.ERROR)
        .map(Finding::toString)
        .toList();
  }

  private List<String> preflight(Sink opened, Duration downtime) throws InterruptedException {
    List<String> errors = errors(opened, terms(downtime, Keys.EVERY_RECORD));
    run.log()
        .add(
            new Event.Preflight(
                instance.number(),
                downtime.toMillis(),
                run.bench().transactionTimeoutMillis(),
                errors));
    return errors;
  }

  private void recover(Sink opened, RestoredState restored, ReplayPolicy policy)
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
      lane.requireLease(instance);
      if (run.has(Lapse.FENCES_FIRST) && opened instanceof TwoPhaseCommitSink transactional) {
        fence(transactional, scopes);
      }
      recovery.run(generation, policy);
    }
    instance.requireAlive();
    run.log().add(new Event.Recovered(instance.number()));
    run.recovered(instance);
  }

  private void fence(TwoPhaseCommitSink opened, List<WriterScope> scopes)
      throws SinkException, InterruptedException {
    try (Takeover takeover = opened.takeover()) {
      for (WriterScope scope : scopes) {
        takeover.fence(scope, generation);
      }
    }
  }

  private void rejected(SinkRecord record, String reason) {
    run.log().add(new Event.Rejected(instance.number(), Traced.record(record), reason));
  }

  /** Adds one writer for each subtask: those that are there when the next one fails are closed. */
  void openWriters(List<WriterDriver> writers, Executor sealer)
      throws SinkException, InterruptedException {
    instance.at(instance.label(), Phase.OPEN);
    for (int subtask = 0; subtask < parallelism; subtask++) {
      writers.add(
          WriterDriver.open(
              sink.orElseThrow(),
              context.sink().writer(subtask),
              generation,
              this::rejected,
              log,
              sealer));
    }
  }

  Generation generation() {
    return generation;
  }

  CommitterDriver committer() {
    return committer.orElseThrow();
  }

  /** Frees what is there, however far the start has come. */
  void release() {
    committer.ifPresent(CommitterDriver::close);
    sink.ifPresent(Sink::close);
  }
}
