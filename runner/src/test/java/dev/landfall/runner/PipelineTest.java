package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a run delivers: every record once, whatever the number of writers and the end. */
@Timeout(60)
class PipelineTest {
  private final NumberPipeline numbers;
  private final ExecutorService background = Executors.newCachedThreadPool();

  PipelineTest(@TempDir Path root) {
    numbers = new NumberPipeline(root);
  }

  @AfterEach
  void endThreads() {
    background.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void everyRecordOnce_thenNothingToDo(Contract contract) throws Exception {
    NumberSource source = NumberSource.of(3, 20_000);

    RunSummary summary = numbers.run(3, source, contract.sink(numbers.store(), Faults.NONE));

    numbers.assertEveryRecordOnce(contract, 3, 20_000);
    assertThat(summary.end()).isEqualTo(RunSummary.End.END_OF_INPUT);
    assertThat(summary.read()).isEqualTo(60_000);
    assertThat(summary.written()).isEqualTo(60_000);
    assertThat(summary.committed()).isEqualTo(60_000);
    assertThat(summary.restarts()).isZero();

    RunSummary again = numbers.run(2, source, contract.sink(numbers.store(), Faults.NONE));

    assertThat(again.end()).isEqualTo(RunSummary.End.NOTHING_TO_DO);
    assertThat(again.read()).isZero();
    numbers.assertEveryRecordOnce(contract, 3, 20_000);
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void HO_10_endOfInput_leavesACheckpointThatNamesNothing(Contract contract) throws Exception {
    numbers.run(2, NumberSource.of(2, 100), contract.sink(numbers.store(), Faults.NONE));

    Checkpoint newest = numbers.newest();

    assertThat(newest.pending()).isEmpty();
    assertThat(newest.positions().get("split1").fields()).containsEntry("next", "100");
    assertThat(newest.newest()).hasSize(2);
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
          numbers.failure(
              parallelism,
              RunOptions.DEFAULT.restarting(0),
              source,
              contract.sink(numbers.store(), Faults.NONE));
      assertThat(ended).isNotNull();
    }

    numbers.run(2, NumberSource.of(3, 10_000), contract.sink(numbers.store(), Faults.NONE));

    numbers.assertEveryRecordOnce(contract, 3, 10_000);
  }

  @ParameterizedTest
  @EnumSource(Contract.class)
  void stop_takesALastCheckpoint(Contract contract) throws Exception {
    NumberSource endless = NumberSource.of(2, Long.MAX_VALUE);
    endless.allowed.drainPermits();
    endless.allowed.release(3_000);
    Pipeline pipeline =
        NumberPipeline.of(
            numbers.definition(2, OnReject.FAIL),
            endless,
            contract.sink(numbers.store(), Faults.NONE),
            RunListener.NONE);
    Future<RunSummary> running = background.submit(pipeline::run);
    while (endless.allowed.availablePermits() > 0) {
      HostTime.system().pause(Duration.ofMillis(5));
    }

    pipeline.stop();
    RunSummary summary = running.get(20, TimeUnit.SECONDS);

    assertThat(summary.end()).isEqualTo(RunSummary.End.STOPPED);
    assertThat(summary.committed()).isEqualTo(3_000).isEqualTo(summary.read());
    assertThat(new HashSet<>(numbers.store().visible())).hasSize(3_000);
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
            () -> numbers.run(1, source, Contract.TWO_PHASE.sink(numbers.store(), blocked)));

    long before = -1;
    while (read.get() == 0 || read.get() != before) {
      before = read.get();
      HostTime.system().pause(Duration.ofMillis(200));
    }

    assertThat(read.get()).isLessThanOrEqualTo(Inbox.MAX_RECORDS + 3L * Batch.MAX_RECORDS);
    open.countDown();
    assertThat(running.get(30, TimeUnit.SECONDS).committed()).isEqualTo(200_000);
  }
}
