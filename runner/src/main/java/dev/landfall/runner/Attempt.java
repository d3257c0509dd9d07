package dev.landfall.runner;

import dev.landfall.runner.letters.DeadLetters;
import dev.landfall.runner.state.InstanceToken;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SplitPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a pipeline: from opening both ends to giving the state back. One thread at a time;
 * {@link #stop} is thread-safe.
 *
 * <p><b>Protocol.</b> Open and ask both ends (nothing is changed yet), take the state and with it
 * the generation, read the newest checkpoint, recover the sink, open writers, read.
 *
 * <p><b>Crash analysis.</b> A crash anywhere before the first checkpoint leaves the old checkpoint
 * as the newest, and a generation directory without any; the next attempt does the same again with
 * a newer generation, and every step of recovery may be repeated.
 */
final class Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private final PipelineDefinition definition;
  private final RunOptions options;
  private final Connectors connectors;
  private final RunListener listener;
  private final Shared shared;
  private final Threads threads;
  private Tally tally = Tally.NOTHING;
  private boolean recovered;

  Attempt(
      PipelineDefinition definition,
      RunOptions options,
      Connectors connectors,
      RunListener listener) {
    this.definition = definition;
    this.options = options;
    this.connectors = connectors;
    this.listener = listener;
    this.shared = Shared.of(definition.rejected(), options.time());
    this.threads = new Threads(definition.pipeline());
  }

  /** Asks for a last checkpoint and an orderly end. */
  void stop() {
    shared.events().post(new Event.StopRequested());
  }

  /** What was done up to now, or up to the failure. */
  Tally tally() {
    return tally;
  }

  /** Whether recovery was done: the next attempt continues from the newest checkpoint. */
  boolean hasRecovered() {
    return recovered;
  }

  RunSummary.End run() throws AttemptException, InterruptedException {
    try (Closing closing = new Closing()) {
      return run(closing);
    } catch (SinkException | SourceException | StateException | RuntimeException e) {
      // A sink may name a bad record and then fail: the record is what a person can mend.
      throw shared
          .rejections()
          .failure()
          .map(AttemptException::rejected)
          .orElseGet(() -> AttemptException.of(e));
    }
  }

  /**
   * Opens both ends and asks what they miss, as {@link #run} does first, and whether the state can
   * be gone on from; takes no state.
   */
  void check() throws AttemptException, InterruptedException {
    try (Closing closing = new Closing()) {
      StateDirectory.at(definition.checkpoint().directory(), options.time())
          .requireRestorable(options.from(), StateOwners.of(definition));
      open(sinkContext(), closing);
    } catch (StateException | RuntimeException e) {
      throw AttemptException.of(e);
    }
  }

  private Ends open(SinkContext context, Closing closing)
      throws AttemptException, InterruptedException {
    Endpoints endpoints = new Endpoints(definition, connectors, options.references());
    Source source = closing.add(endpoints.source(sourceContext()));
    Sink sink = closing.add(endpoints.sink(context));
    endpoints.requireGuarantee(source, sink);
    Optional<DeadLetters> letters = letters(context);
    for (Finding warning : endpoints.preflight(source, sink, letters)) {
      listener.warned(warning);
    }
    listener.opened(sink.guarantee(), sink.inspection());
    Sink keeping = letters.map(kept -> kept.keeping(sink)).orElse(sink);
    return new Ends(source, keeping, letters);
  }

  private Optional<DeadLetters> letters(SinkContext context) {
    return definition.rejected() instanceof OnReject.DeadLetter kept
        ? Optional.of(DeadLetters.in(kept.directory(), context))
        : Optional.empty();
  }

  private RunSummary.End run(Closing closing)
      throws AttemptException,
          SinkException,
          SourceException,
          StateException,
          InterruptedException {
    SinkContext context = sinkContext();
    Ends ends = open(context, closing);

    Recovered start =
        new Start(definition, options, shared, context, ends.letters, closing).run(ends.sink);
    recovered = true;
    tally = new Tally(0, 0, 0, 0, start.report().restored().records(), 0);
    LOG.info(
        "Pipeline {} starts at generation {} from {} with {} writers",
        definition.pipeline(),
        start.state().generation(),
        start.checkpoint().map(one -> "checkpoint " + one.id()).orElse("the beginning"),
        definition.parallelism());
    listener.started(start.state().generation(), start.checkpoint(), start.report());
    return drive(ends.source, ends.sink, start);
  }

  private RunSummary.End drive(Source source, Sink sink, Recovered start)
      throws AttemptException,
          SinkException,
          SourceException,
          StateException,
          InterruptedException {
    Map<String, SplitPosition> positions = positions(source, start);
    Set<String> splits = new HashSet<>(source.splits());
    splits.addAll(positions.keySet()); // One that is gone is an error of its reader, not forgotten.
    ExecutorService sealer = Executors.newSingleThreadExecutor(threads);
    try {
      List<Writer> writers = openWriters(sink, start, sealer);
      Crew crew = new Crew(definition, source, splits, positions, writers, start.state(), shared);
      Thread watch =
          Threads.named(
              definition.pipeline() + "-splits",
              new SplitWatch(source, splits, options.time(), shared.events()));
      CommitterTask committer = new CommitterTask(start.committers(), shared.events(), threads);
      return drive(source, start, new Hands(crew, committer, watch));
    } finally {
      sealer.shutdown();
      Patience.await(sealer);
    }
  }

  private RunSummary.End drive(Source source, Recovered start, Hands hands)
      throws AttemptException, StateException, InterruptedException {
    Coordinator coordinator =
        new Coordinator(
            definition.checkpoint(),
            journal(start),
            ledger(start),
            hands.crew,
            hands.committer,
            source,
            shared,
            listener);
    try {
      hands.crew.start();
      hands.watch.start();
      RunSummary.End end = coordinator.run();
      hands.finish();
      return end;
    } catch (AttemptException | StateException | RuntimeException | InterruptedException e) {
      if (!hands.abort()) {
        // A thread of this attempt still writes: a second attempt beside it would break HO-3.
        throw AttemptException.of(e).forGood();
      }
      throw e;
    } finally {
      tally = tally.plus(coordinator.tally());
    }
  }

  private List<Writer> openWriters(Sink sink, Recovered start, ExecutorService sealer)
      throws SinkException, InterruptedException {
    WriterOpener opener =
        new WriterOpener(sink, definition.sinkId(), start, shared.rejections(), sealer);
    List<Writer> writers = new ArrayList<>();
    try {
      for (int subtask = 0; subtask < definition.parallelism(); subtask++) {
        writers.add(opener.open(subtask));
      }
      return writers;
    } catch (SinkException | InterruptedException | RuntimeException e) {
      writers.forEach(Writer::close);
      throw e;
    }
  }

  /** A source that cannot replay begins anew: what was read is gone. */
  private static Map<String, SplitPosition> positions(Source source, Recovered start) {
    return switch (source.replay()) {
      case REPLAYABLE -> start.positions();
      case ONCE -> Map.of();
    };
  }

  private Journal journal(Recovered start) throws StateException {
    return new Journal(
        start.state(),
        StateOwners.of(definition),
        options.time(),
        definition.checkpoint().retained(),
        start.positions());
  }

  private static Ledger ledger(Recovered start) {
    return start
        .checkpoint()
        .map(one -> new Ledger(one.newest(), !one.pending().isEmpty()))
        .orElseGet(() -> new Ledger(List.of(), false));
  }

  private SinkContext sinkContext() {
    return new SinkContext(
        definition.sinkId(),
        InstanceToken.next(),
        options.time(),
        threads,
        options.seed(),
        options.metrics());
  }

  private SourceContext sourceContext() {
    return new SourceContext(definition.pipeline(), options.time(), threads, options.metrics());
  }

  /** What a pipeline connects. */
  private record Ends(Source source, Sink sink, Optional<DeadLetters> letters) {}

  /** Everything that runs beside the coordinator. */
  private record Hands(Crew crew, CommitterTask committer, Thread watch) {
    void finish() {
      crew.finish();
      committer.end();
      Patience.end(List.of(watch));
    }

    boolean abort() {
      // The committer may end what it is at: its checkpoint is durable, and a commit does no harm.
      boolean ended = crew.abort();
      ended &= committer.end();
      return Patience.end(List.of(watch)) && ended;
    }
  }
}
