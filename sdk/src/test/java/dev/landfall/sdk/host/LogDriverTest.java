package dev.landfall.sdk.host;

import static dev.landfall.sdk.host.Samples.ID;
import static dev.landfall.sdk.host.Samples.context;
import static dev.landfall.sdk.host.Samples.interval;
import static dev.landfall.sdk.host.Samples.pending;
import static dev.landfall.sdk.host.Samples.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterScope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the drivers ask of a log, and what follows when its device fails. */
final class LogDriverTest {
  private static final Generation NEXT = new Generation(5);
  private static final CommitLimits ONCE =
      new CommitLimits(Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(1));

  private final LogSink sink = new LogSink();
  private final RiggedLog log = new RiggedLog();
  private final Queue<Runnable> sealing = new ArrayDeque<>();

  @Test
  void sealedSegment_isClosed_andTheOpenOneIsDiscardedByClose() throws Exception {
    WriterDriver driver = open();
    driver.write(record("a"));
    CompletableFuture<Barrier> barrier = driver.barrier();
    sealing.remove().run();
    driver.write(record("b"));

    driver.close();
    driver.close();

    assertThat(barrier).isCompleted();
    assertThat(log.calls)
        .containsExactly(
            "open 1", "append a", "seal 1", "close 1", "open 2", "append b", "close 2");
  }

  @Test
  void SI_2_segmentThatCouldNotBeAppendedTo_isClosedOnce_andNeverSealed() throws Exception {
    WriterDriver driver = open();
    log.failing = "append";

    assertThatThrownBy(() -> driver.write(record("a")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("Cannot append to log segment orders/main/0/g1/o1: the device failed");
    driver.close();

    assertThat(log.calls).containsExactly("open 1", "append a", "close 1");
  }

  @Test
  void segmentThatCannotBeDiscarded_isLeftToRecovery() throws Exception {
    WriterDriver driver = open();
    driver.write(record("a"));
    log.failing = "close";

    driver.close();

    assertThat(log.calls).containsExactly("open 1", "append a", "close 1");
  }

  @Test
  void poisonedWriter_whoseSegmentCannotBeClosed_isFreedAllTheSame() throws Exception {
    WriterDriver driver = open();
    driver.write(record("a"));
    log.failing = "append";
    assertThatThrownBy(() -> driver.write(record("b"))).isInstanceOf(SinkException.class);
    log.failing = "close";

    driver.close();

    assertThat(log.calls).endsWith("close 1");
  }

  @Test
  void SI_2_failedSealing_isTheCauseOfWhatFailsAfterIt() throws Exception {
    WriterDriver driver = open();
    driver.write(record("a"));
    assertThat(driver.barrier()).isNotDone();
    log.failing = "seal";
    sealing.remove().run();

    assertThatThrownBy(() -> driver.write(record("b")))
        .hasCauseExactlyInstanceOf(StoreUnavailableException.class)
        .hasMessageEndingWith(
            "it failed before (SI-2): Cannot seal log segment orders/main/0/g1/o1: the device failed");
  }

  @Test
  void SI_2_firstFailure_isTheOneThatIsTold_whateverFailsAfterIt() throws Exception {
    WriterDriver driver = open();
    driver.write(record("a"));
    CompletableFuture<Barrier> barrier = driver.barrier();
    log.failing = "append";
    assertThatThrownBy(() -> driver.write(record("b"))).hasMessageContaining("Cannot append");
    log.failing = "seal";
    sealing.remove().run();

    assertThat(barrier).isCompletedExceptionally();
    assertThatThrownBy(() -> driver.write(record("c")))
        .hasMessageContaining("Cannot append")
        .hasMessageNotContaining("Cannot seal");
  }

  @Test
  void HO_2_recordBeforeAnyInterval_isRefused() {
    LogStaging staging = new LogStaging(sink, log, (record, reason) -> {}, sealing::add);

    assertThatThrownBy(() -> staging.write(record("a")))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("HO-2");
  }

  @Test
  void W_4_segmentThatCannotBeReadNow_staysPending() throws Exception {
    log.failing = "sealed";
    try (CommitterDriver committer = committer()) {
      assertThatThrownBy(() -> committer.commit(List.of(pending(0, 1))))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Cannot read log segment orders/main/0/g1/o1: the device failed")
          .hasMessageContaining("it stays pending")
          .cause()
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> committer.requireAlive(List.of(pending(0, 1)), Duration.ZERO))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Cannot look for log segment orders/main/0/g1/o1");
    }
    assertThat(sink.publishersClosed).isEqualTo(1);
  }

  @Test
  void forgottenSegments_areDeleted_orToldWhichOneIsNot() throws Exception {
    try (CommitterDriver committer = committer()) {
      committer.forget(List.of(pending(0, 1).committable(), pending(0, 2).committable()));
      assertThat(log.calls).containsExactly("forget 1", "forget 2");

      log.failing = "forget";
      assertThatThrownBy(() -> committer.forget(List.of(pending(0, 3).committable())))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage("Cannot delete log segment orders/main/0/g1/o3: the device failed");
    }
  }

  @Test
  void W_5_recovery_clearsTheLogOfEachScope_butForWhatACheckpointNames() throws Exception {
    RecoveryReport report = recovery().run(NEXT, ReplayPolicy.REFUSE);

    assertThat(log.calls)
        .containsExactly(
            "clear 0 below 5 but [orders/main/0/g1/o7]",
            "clear 1 below 5 but [orders/main/0/g1/o7]");
    assertThat(report.aborted()).containsExactly("segment of 0", "segment of 1");
  }

  @Test
  void W_5_logThatCannotBeCleared_isCleared_whenRecoveryTriesAgain() throws Exception {
    Recovery recovery = recovery();
    recovery.checkConfirmations(ReplayPolicy.REFUSE);
    recovery.commitRestored();
    recovery.fence(NEXT);
    log.failing = "clear";

    assertThatThrownBy(() -> recovery.abortDangling(NEXT))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith("Cannot clear the log of ")
        .hasMessageEndingWith("the device failed");
    log.failing = "";

    assertThat(recovery.abortDangling(NEXT)).hasSize(2);
  }

  private WriterDriver open() throws Exception {
    return WriterDriver.open(
        sink,
        ID.writer(0),
        new Generation(1),
        (record, reason) -> {},
        Optional.of(log),
        sealing::add);
  }

  private CommitterDriver committer() throws Exception {
    return CommitterDriver.open(
        sink, context(new ManualTime()), Optional.of(log), (record, reason) -> {}, ONCE);
  }

  private Recovery recovery() throws Exception {
    RestoredState restored =
        new RestoredState(
            Optional.of(new CheckpointId(17)),
            new Generation(1),
            List.of(),
            List.of(),
            Set.of(interval(0, 1, 7)));
    List<WriterScope> scopes = List.of(new WriterScope(ID, 0, 2), new WriterScope(ID, 1, 2));
    return Recovery.of(sink, scopes, restored, committer(), Optional.of(log));
  }
}
