package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HO-5, HO-6, HO-7 and HO-15: what a start goes on from, and when it does not. */
@Timeout(60)
class PipelineRestartTest {
  private final NumberPipeline numbers;

  PipelineRestartTest(@TempDir Path root) {
    numbers = new NumberPipeline(root);
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

    RunSummary summary = numbers.run(2, source, contract.sink(numbers.store(), Faults.NONE));

    numbers.assertEveryRecordOnce(contract, 2, 20_000);
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

    RunException first = numbers.failure(2, source, contract.sink(numbers.store(), answerLost));
    assertThat(first.kind()).isEqualTo(RunException.Kind.OTHER);
    assertThat(numbers.store().visible()).isNotEmpty();

    RunSummary summary = numbers.run(1, source, contract.sink(numbers.store(), Faults.NONE));

    numbers.assertEveryRecordOnce(contract, 2, 5_000);
    assertThat(summary.recovered()).isPositive();
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
    PipelineDefinition impatient =
        numbers.definition(2, List.of("id"), OnReject.FAIL, Duration.ofMillis(500), 1);

    RunSummary summary =
        NumberPipeline.of(
                impatient,
                NumberSource.of(2, 5_000),
                Contract.TWO_PHASE.sink(numbers.store(), slowOnce),
                listener)
            .run();

    assertThat(failed.getCount()).isZero();
    numbers.assertEveryRecordOnce(Contract.TWO_PHASE, 2, 5_000);
    assertThat(summary.committed()).isEqualTo(10_000);
    assertThat(summary.restarts()).isZero();
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
        numbers.failure(
            1,
            RunOptions.DEFAULT.restarting(1),
            NumberSource.of(1, 10),
            Contract.TWO_PHASE.sink(numbers.store(), away));

    assertThat(ended.kind()).isEqualTo(RunException.Kind.OTHER);
    assertThat(ended).hasMessageContaining("no answer");
    assertThat(numbers.store().visible()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Contract.class,
      names = {"WRITE_AHEAD", "TWO_PHASE"})
  void HO_15_olderCheckpoint_isRefusedUnlessReplayIsAccepted(Contract contract) throws Exception {
    numbers.run(1, NumberSource.of(1, 100), contract.sink(numbers.store(), Faults.NONE));
    CheckpointId first = numbers.newest().id();
    numbers.run(1, NumberSource.of(1, 200), contract.sink(numbers.store(), Faults.NONE));
    RunOptions back = RunOptions.DEFAULT.fromCheckpoint(first);

    RunException refused =
        numbers.failure(
            1, back, NumberSource.of(1, 200), contract.sink(numbers.store(), Faults.NONE));

    assertThat(refused).isNotNull();
    assertThat(numbers.store().visible()).hasSize(200);
    RunSummary accepted =
        numbers.run(
            1,
            back.replaying(ReplayPolicy.ACCEPT),
            NumberSource.of(1, 200),
            contract.sink(numbers.store(), Faults.NONE));
    assertThat(accepted.read()).isEqualTo(100);
    assertThat(numbers.store().visible()).hasSize(300);
  }

  @ParameterizedTest
  @EnumSource(
      value = Contract.class,
      names = {"WRITE_AHEAD", "TWO_PHASE"})
  void HO_15_emptiedStore_isRefusedUnlessWhatIsMissingIsAccepted(Contract contract)
      throws Exception {
    numbers.run(1, NumberSource.of(1, 100), contract.sink(numbers.store(), Faults.NONE));
    MemoryStore emptied = new MemoryStore();
    Sink sink = contract.sink(emptied, Faults.NONE);

    RunException refused = numbers.failure(1, NumberSource.of(1, 200), sink);

    assertThat(refused).hasMessageContaining("the store knows nothing of it");
    assertThat(emptied.visible()).isEmpty();
    numbers.run(
        1, RunOptions.DEFAULT.replaying(ReplayPolicy.ACCEPT), NumberSource.of(1, 200), sink);
    assertThat(emptied.visible()).hasSize(100);
  }

  @Test
  void HO_7_splitOfTheCheckpoint_thatIsGone_isAnError() throws Exception {
    Sink sink = Contract.IDEMPOTENT.sink(numbers.store(), Faults.NONE);
    numbers.run(1, NumberSource.of(2, 10), sink);

    assertThat(numbers.failure(1, NumberSource.of(1, 10), sink))
        .hasMessageContaining("Cannot resume 'split1': it is gone");
  }
}
