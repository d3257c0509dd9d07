package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class PipelineTest {
  /** The three contracts. */
  enum Contract {
    IDEMPOTENT,
    WRITE_AHEAD,
    TWO_PHASE;

    Sink sink(MemoryStore store, Faults faults) {
      return switch (this) {
        case IDEMPOTENT -> new MemoryIdempotentSink(store, faults);
        case WRITE_AHEAD -> new MemoryLogSink(store, faults);
        case TWO_PHASE -> new MemoryTwoPhaseSink(store, faults);
      };
    }
  }

  private final MemoryStore store = new MemoryStore();
  private final ExecutorService background = Executors.newCachedThreadPool();

  @TempDir private Path root;

  @AfterEach
  void endThreads() {
    background.shutdownNow();
  }

  private PipelineDefinition definition(int parallelism, OnReject rejected) {
    return new PipelineDefinition(
        "orders",
        Guarantee.Level.EXACTLY_ONCE,
        parallelism,
        Distribution.KEY,
        new CheckpointSettings(
            root.resolve("state"),
            Duration.ofMillis(20),
            Duration.ofSeconds(20),
            0,
            5,
            Duration.ofMinutes(1)),
        new Section("source", Map.of("type", "numbers")),
        List.of("id"),
        rejected,
        new Section("sink", Map.of("type", "memory")));
  }

  private RunSummary run(PipelineDefinition definition, Source source, Sink sink) throws Exception {
    return run(definition, RunOptions.DEFAULT, source, sink);
  }

  private RunSummary run(
      PipelineDefinition definition, RunOptions options, Source source, Sink sink)
      throws Exception {
    return pipeline(definition, options, source, sink).run();
  }

  private static Pipeline pipeline(
      PipelineDefinition definition, RunOptions options, Source source, Sink sink) {
    return Pipeline.of(definition, options, new MemoryConnectors(source, sink), RunListener.NONE);
  }

  private void assertEveryRecordOnce(Contract contract, int splits, long perSplit) {
    Set<String> expected = new HashSet<>();
    for (int split = 0; split < splits; split++) {
      for (long n = 0; n < perSplit; n++) {
        String id = "split" + split + "-" + n;
        expected.add(id + "={id=" + id + ", n=" + n + "}");
      }
    }
    if (contract == Contract.IDEMPOTENT) {
      assertThat(store.byKey()).hasSize(expected.size());
      assertThat(new HashSet<>(store.visible())).isEqualTo(expected);
    } else {
      // Sorted, for AssertJ's comparison in any order is quadratic.
      assertThat(store.visible().stream().sorted().toList())
          .isEqualTo(expected.stream().sorted().toList());
    }
    assertThat(store.preparedCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void everyRecordOnce_thenNothingToDo(Contract contract) throws Exception {
    NumberSource source = NumberSource.of(3, 20_000);

    RunSummary summary =
        run(definition(3, OnReject.FAIL), source, contract.sink(store, Faults.NONE));

    assertEveryRecordOnce(contract, 3, 20_000);
    assertThat(summary.end()).isEqualTo(RunSummary.End.END_OF_INPUT);
    assertThat(summary.read()).isEqualTo(60_000);
    assertThat(summary.written()).isEqualTo(60_000);
    assertThat(summary.committed()).isEqualTo(60_000);
    assertThat(summary.restarts()).isZero();

    RunSummary again = run(definition(2, OnReject.FAIL), source, contract.sink(store, Faults.NONE));

    assertThat(again.end()).isEqualTo(RunSummary.End.NOTHING_TO_DO);
    assertThat(again.read()).isZero();
    assertEveryRecordOnce(contract, 3, 20_000);
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_10_endOfInput_leavesACheckpointThatNamesNothing(Contract contract) throws Exception {
    run(definition(2, OnReject.FAIL), NumberSource.of(2, 100), contract.sink(store, Faults.NONE));

    Checkpoint newest = newest();

    assertThat(newest.pending()).isEmpty();
    assertThat(newest.positions().get("split1").fields()).containsEntry("next", "100");
    assertThat(newest.newest()).hasSize(2);
  }

  /** How many records of the first split the newest checkpoint covers. */
  private long covered() throws Exception {
    return StateDirectory.at(root.resolve("state"), HostTime.system()).checkpoints().isEmpty()
        ? 0
        : Long.parseLong(newest().positions().get("split0").fields().get("next"));
  }

  private Checkpoint newest() throws Exception {
    return StateDirectory.at(root.resolve("state"), HostTime.system()).checkpoints().get(0).read();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_6_sourceThatIsAway_restartsFromTheLastCheckpoint(Contract contract) throws Exception {
    AtomicBoolean failed = new AtomicBoolean();
    NumberSource source =
        new NumberSource(
            Source.Replay.REPLAYABLE,
            2,
            20_000,
            (split, number) -> {
              if (number == 15_000 && failed.compareAndSet(false, true)) {
                throw new SourceUnavailableException("gone for a while", new IOException());
              }
            });

    RunSummary summary =
        run(definition(2, OnReject.FAIL), source, contract.sink(store, Faults.NONE));

    assertEveryRecordOnce(contract, 2, 20_000);
    assertThat(summary.restarts()).isEqualTo(1);
    assertThat(summary.end()).isEqualTo(RunSummary.End.END_OF_INPUT);
  }

  @ParameterizedTest
  @EnumSource(
      value = Contract.class,
      names = {"WRITE_AHEAD", "TWO_PHASE"})
  void HO_5_commitWhoseAnswerIsLost_isCommittedOnce(Contract contract) throws Exception {
    AtomicInteger commits = new AtomicInteger();
    Faults answerLost =
        new Faults() {
          @Override
          public void afterCommit() throws SinkException {
            if (commits.incrementAndGet() % 2 == 1) {
              throw new SinkException("the answer is lost");
            }
          }
        };
    NumberSource source = NumberSource.of(2, 5_000);

    RunException first =
        catchThrowableOfType(
            RunException.class,
            () -> run(definition(2, OnReject.FAIL), source, contract.sink(store, answerLost)));
    assertThat(first.kind()).isEqualTo(RunException.Kind.OTHER);
    assertThat(store.visible()).isNotEmpty();

    RunSummary summary =
        run(definition(1, OnReject.FAIL), source, contract.sink(store, Faults.NONE));

    assertEveryRecordOnce(contract, 2, 5_000);
    assertThat(summary.recovered()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_9_parallelismChanges(Contract contract) throws Exception {
    for (int parallelism : new int[] {1, 4, 2, 3}) {
      AtomicLong left = new AtomicLong(8_000);
      NumberSource source =
          new NumberSource(
              Source.Replay.REPLAYABLE,
              3,
              10_000,
              (split, number) -> {
                if (left.decrementAndGet() < 0) {
                  throw new SourceUnavailableException("enough", new IOException());
                }
              });
      RunException ended =
          catchThrowableOfType(
              RunException.class,
              () ->
                  run(
                      definition(parallelism, OnReject.FAIL),
                      RunOptions.DEFAULT.restarting(0),
                      source,
                      contract.sink(store, Faults.NONE)));
      assertThat(ended).isNotNull();
    }

    run(
        definition(2, OnReject.FAIL),
        NumberSource.of(3, 10_000),
        contract.sink(store, Faults.NONE));

    assertEveryRecordOnce(contract, 3, 10_000);
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void SI_8_fail_namesTheRecord_andGoesOnAfterMending(Contract contract) throws Exception {
    NumberSource source = NumberSource.of(1, 3_000);
    Faults badRecord =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return record.position().offset() == 2_345
                ? Optional.of("n is 2345, expected less")
                : Optional.empty();
          }
        };

    RunException failed =
        catchThrowableOfType(
            RunException.class,
            () -> run(definition(1, OnReject.FAIL), source, contract.sink(store, badRecord)));

    assertThat(failed.kind()).isEqualTo(RunException.Kind.DATA);
    assertThat(failed).hasMessageContaining("split0 offset 2345: n is 2345, expected less");
    assertThat(covered()).isLessThanOrEqualTo(2_345);
    if (contract != Contract.IDEMPOTENT) {
      assertThat(store.visible()).hasSize((int) covered());
    }

    run(definition(1, OnReject.FAIL), source, contract.sink(store, Faults.NONE));

    assertEveryRecordOnce(contract, 1, 3_000);
  }

  @Test
  void SI_8_skip_countsAndShowsTheFirst() throws Exception {
    Faults everyTenth =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return record.position().offset() % 10 == 0 ? Optional.of("a tenth") : Optional.empty();
          }
        };
    AtomicInteger shown = new AtomicInteger();
    RunListener listener =
        new RunListener() {
          @Override
          public void rejected(RejectedRecord record) {
            shown.incrementAndGet();
          }
        };

    RunSummary summary =
        Pipeline.of(
                definition(1, OnReject.SKIP),
                RunOptions.DEFAULT,
                new MemoryConnectors(
                    NumberSource.of(1, 1_000), Contract.TWO_PHASE.sink(store, everyTenth)),
                listener)
            .run();

    assertThat(summary.rejected()).isEqualTo(100);
    assertThat(store.visible()).hasSize(900);
    assertThat(shown).hasValue(10);
  }

  @Test
  void sourceThatCannotReplay_isRefusedAboveAtMostOnce() {
    NumberSource once = new NumberSource(Source.Replay.ONCE, 1, 10, (split, number) -> {});

    RunException refused =
        catchThrowableOfType(
            RunException.class,
            () ->
                run(
                    definition(1, OnReject.FAIL),
                    once,
                    Contract.TWO_PHASE.sink(store, Faults.NONE)));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.CONFIGURATION);
    assertThat(refused)
        .hasMessageContaining("'numbers' cannot be read again")
        .hasMessageContaining("guarantee: at-most-once");
    assertThat(root.resolve("state")).doesNotExist();
  }

  @Test
  void SI_6_preflight_listsEveryError() {
    Sink missing =
        new PreflightSink(
            List.of(
                Finding.error("the table is not there", "create it"),
                Finding.warning("the disk is slow", "buy another"),
                Finding.error("the right to write is missing", "GRANT it")));

    RunException refused =
        catchThrowableOfType(
            RunException.class,
            () -> run(definition(1, OnReject.FAIL), NumberSource.of(1, 1), missing));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.PREFLIGHT);
    assertThat(refused)
        .hasMessageContaining("the table is not there (create it)")
        .hasMessageContaining("the right to write is missing (GRANT it)");
    assertThat(refused.getMessage()).doesNotContain("slow");
    assertThat(root.resolve("state")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void stop_takesALastCheckpoint(Contract contract) throws Exception {
    NumberSource endless = NumberSource.of(2, Long.MAX_VALUE);
    endless.allowed.drainPermits();
    endless.allowed.release(3_000);
    Pipeline pipeline =
        pipeline(
            definition(2, OnReject.FAIL),
            RunOptions.DEFAULT,
            endless,
            contract.sink(store, Faults.NONE));
    Future<RunSummary> running = background.submit(pipeline::run);
    while (endless.allowed.availablePermits() > 0) {
      HostTime.system().pause(Duration.ofMillis(5));
    }

    pipeline.stop();
    RunSummary summary = running.get(20, TimeUnit.SECONDS);

    assertThat(summary.end()).isEqualTo(RunSummary.End.STOPPED);
    assertThat(summary.committed()).isEqualTo(3_000).isEqualTo(summary.read());
    assertThat(new HashSet<>(store.visible())).hasSize(3_000);
  }

  @Test
  void slowSink_holdsTheSourceBack() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    Faults blocked =
        new Faults() {
          @Override
          public void beforeWrite(SinkRecord record) throws InterruptedException {
            open.await();
          }
        };
    AtomicLong read = new AtomicLong();
    NumberSource source =
        new NumberSource(
            Source.Replay.REPLAYABLE, 1, 200_000, (split, number) -> read.incrementAndGet());
    Future<RunSummary> running =
        background.submit(
            () ->
                run(definition(1, OnReject.FAIL), source, Contract.TWO_PHASE.sink(store, blocked)));

    long before = -1;
    while (read.get() == 0 || read.get() != before) {
      before = read.get();
      HostTime.system().pause(Duration.ofMillis(200));
    }

    assertThat(read.get()).isLessThanOrEqualTo(Inbox.MAX_RECORDS + 3L * Batch.MAX_RECORDS);
    open.countDown();
    assertThat(running.get(30, TimeUnit.SECONDS).committed()).isEqualTo(200_000);
  }

  @Test
  void HO_6_committablesOfAFailedCheckpoint_goIntoTheNext() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    AtomicInteger prepares = new AtomicInteger();
    Faults slowOnce =
        new Faults() {
          @Override
          public void beforePrepare() throws InterruptedException {
            if (prepares.incrementAndGet() == 1) {
              failed.await(); // until the checkpoint has failed
            }
          }
        };
    RunListener listener =
        new RunListener() {
          @Override
          public void checkpointFailed(CheckpointId id, String reason) {
            failed.countDown();
          }
        };
    PipelineDefinition definition = definition(2, OnReject.FAIL);
    CheckpointSettings impatient =
        new CheckpointSettings(
            definition.checkpoint().directory(),
            Duration.ofMillis(20),
            Duration.ofMillis(500),
            1,
            2,
            Duration.ofMinutes(1));

    RunSummary summary =
        Pipeline.of(
                with(definition, impatient),
                RunOptions.DEFAULT,
                new MemoryConnectors(
                    NumberSource.of(2, 5_000), Contract.TWO_PHASE.sink(store, slowOnce)),
                listener)
            .run();

    assertThat(failed.getCount()).isZero();
    assertEveryRecordOnce(Contract.TWO_PHASE, 2, 5_000);
    assertThat(summary.committed()).isEqualTo(10_000);
    assertThat(summary.restarts()).isZero();
  }

  private static PipelineDefinition with(PipelineDefinition of, CheckpointSettings checkpoint) {
    return new PipelineDefinition(
        of.pipeline(),
        of.guarantee(),
        of.parallelism(),
        of.distribution(),
        checkpoint,
        of.source(),
        of.key(),
        of.rejected(),
        of.sink());
  }

  @Test
  void storeThatStaysAway_endsAfterItsRestarts() {
    Faults away =
        new Faults() {
          @Override
          public void beforePrepare() throws SinkException {
            throw new StoreUnavailableException("no answer");
          }
        };

    RunException ended =
        catchThrowableOfType(
            RunException.class,
            () ->
                run(
                    definition(1, OnReject.FAIL),
                    RunOptions.DEFAULT.restarting(1),
                    NumberSource.of(1, 10),
                    Contract.TWO_PHASE.sink(store, away)));

    assertThat(ended.kind()).isEqualTo(RunException.Kind.OTHER);
    assertThat(ended).hasMessageContaining("no answer");
    assertThat(store.visible()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Contract.class,
      names = {"WRITE_AHEAD", "TWO_PHASE"})
  void HO_15_olderCheckpoint_isRefusedUnlessReplayIsAccepted(Contract contract) throws Exception {
    run(definition(1, OnReject.FAIL), NumberSource.of(1, 100), contract.sink(store, Faults.NONE));
    CheckpointId first = newest().id();
    run(definition(1, OnReject.FAIL), NumberSource.of(1, 200), contract.sink(store, Faults.NONE));
    RunOptions back = RunOptions.DEFAULT.fromCheckpoint(first);

    RunException refused =
        catchThrowableOfType(
            RunException.class,
            () ->
                run(
                    definition(1, OnReject.FAIL),
                    back,
                    NumberSource.of(1, 200),
                    contract.sink(store, Faults.NONE)));

    assertThat(refused).isNotNull();
    assertThat(store.visible()).hasSize(200);
    RunSummary accepted =
        run(
            definition(1, OnReject.FAIL),
            back.replaying(ReplayPolicy.ACCEPT),
            NumberSource.of(1, 200),
            contract.sink(store, Faults.NONE));
    assertThat(accepted.read()).isEqualTo(100);
    assertThat(store.visible()).hasSize(300);
  }

  @Test
  void missingKey_isARejectedRecord() {
    PipelineDefinition definition = definition(1, OnReject.FAIL);
    PipelineDefinition other =
        new PipelineDefinition(
            definition.pipeline(),
            definition.guarantee(),
            1,
            Distribution.KEY,
            definition.checkpoint(),
            definition.source(),
            List.of("nothing"),
            OnReject.FAIL,
            definition.sink());

    RunException refused =
        catchThrowableOfType(
            RunException.class,
            () -> run(other, NumberSource.of(1, 10), Contract.TWO_PHASE.sink(store, Faults.NONE)));

    assertThat(refused.kind()).isEqualTo(RunException.Kind.DATA);
    assertThat(refused)
        .hasMessageContaining("split0 offset 0: its key field 'nothing' is missing or null");
  }

  @Test
  void HO_7_splitOfTheCheckpoint_thatIsGone_isAnError() throws Exception {
    PipelineDefinition definition = definition(1, OnReject.FAIL);
    run(definition, NumberSource.of(2, 10), Contract.IDEMPOTENT.sink(store, Faults.NONE));

    assertThatThrownBy(
            () ->
                run(
                    definition,
                    NumberSource.of(1, 10),
                    Contract.IDEMPOTENT.sink(store, Faults.NONE)))
        .hasMessageContaining("Cannot resume 'split1': it is gone");
  }

  /** Misses things. */
  private static final class PreflightSink implements dev.landfall.sdk.IdempotentSink {
    private final List<Finding> findings;

    PreflightSink(List<Finding> findings) {
      this.findings = findings;
    }

    @Override
    public Guarantee guarantee() {
      return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) {
      return findings;
    }

    @Override
    public dev.landfall.sdk.IdempotentWriter writer(
        dev.landfall.sdk.WriterId id, dev.landfall.sdk.RejectedRecords rejected) {
      throw new AssertionError("preflight refused");
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
