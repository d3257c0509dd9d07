package dev.landfall.sdk.host;

import static dev.landfall.sdk.host.Samples.ID;
import static dev.landfall.sdk.host.Samples.interval;
import static dev.landfall.sdk.host.Samples.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriterDriverTest {
  @TempDir Path directory;

  private final TwoPhaseSink sink = new TwoPhaseSink();
  private final List<String> rejected = new ArrayList<>();
  private final Queue<Runnable> sealing = new ArrayDeque<>();

  @Test
  void SI_11_everyRecordIsInTheIntervalInWhichItWasWritten() throws Exception {
    try (WriterDriver driver = open(sink)) {
      driver.write(record("a"));
      Barrier first = driver.barrier().join();
      driver.write(record("b"));
      Barrier second = driver.barrier().join();

      assertThat(first.interval()).isEqualTo(interval(0, 1, 1));
      assertThat(second.interval()).isEqualTo(interval(0, 1, 2));
    }
    assertThat(sink.calls)
        .containsExactly(
            "writer orders/main/0",
            "begin 1",
            "write a",
            "prepare",
            "begin 2",
            "write b",
            "prepare",
            "begin 3",
            "abort",
            "close");
  }

  @Test
  void SI_2_afterAFailedWrite_everyCallFails_andCloseTouchesNothing() throws Exception {
    WriterDriver driver = open(sink);
    sink.failNext("the store is full");

    assertThatThrownBy(() -> driver.write(record("a"))).hasMessage("the store is full");
    sink.calls.clear();

    assertThatThrownBy(() -> driver.write(record("b")))
        .hasMessageContaining("SI-2")
        .hasMessageContaining("the store is full");
    assertThatThrownBy(driver::barrier).hasMessageContaining("SI-2");
    driver.close();
    assertThat(sink.calls).containsExactly("close");
  }

  @Test
  void SI_2_afterAFailedPrepare_everyCallFails() throws Exception {
    WriterDriver driver = open(sink);
    sink.failNext("cannot prepare");

    assertThatThrownBy(driver::barrier).hasMessage("cannot prepare");
    assertThatThrownBy(driver::barrier).hasMessageContaining("SI-2");
  }

  @Test
  void SI_2_afterAFailedBegin_ofTheNextInterval_everyCallFails() throws Exception {
    WriterDriver driver = open(sink);
    sink.nameOfPrepared =
        name -> {
          sink.failNext("no connection left");
          return name;
        };

    assertThatThrownBy(driver::barrier).hasMessage("no connection left");
    assertThatThrownBy(() -> driver.write(record("b"))).hasMessageContaining("SI-2");
  }

  @Test
  void SI_4_aCommittableOfAnotherInterval_isRefused() throws Exception {
    WriterDriver driver = open(sink);
    sink.nameOfPrepared = IntervalId::next;

    CompletableFuture<Barrier> barrier = driver.barrier();

    assertThatThrownBy(barrier::join)
        .hasCauseInstanceOf(ProtocolException.class)
        .hasMessageContaining(
            "SI-4: prepare of orders/main/0/g1/o1 returned a committable of orders/main/0/g1/o2");
    assertThatThrownBy(() -> driver.write(record("b"))).hasMessageContaining("SI-2");
  }

  @Test
  void HO_3_aSecondThread_insideTheWriter_isToldSo() throws Exception {
    WriterDriver driver = open(sink);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    sink.duringWrite =
        () -> {
          inside.countDown();
          awaitUninterruptibly(leave);
        };
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> writeUnchecked(driver));
    assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();

    assertThatThrownBy(() -> driver.write(record("b")))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("HO-3");

    leave.countDown();
    first.get(10, TimeUnit.SECONDS);
  }

  @Test
  void HO_3_aClosedWriter_isToldSo() throws Exception {
    WriterDriver driver = open(sink);
    driver.close();
    driver.close();

    assertThatThrownBy(() -> driver.write(record("a")))
        .hasMessageContaining("HO-3")
        .hasMessageContaining("is closed");
    assertThat(sink.calls).containsOnlyOnce("close");
  }

  @Test
  void closeOfAWriter_whoseIntervalCannotBeDiscarded_stillFreesIt() throws Exception {
    WriterDriver driver = open(sink);
    sink.failNext("the store is gone");

    driver.close();

    assertThat(sink.calls).endsWith("abort", "close");
  }

  @Test
  void closeOfAWriter_thatIsInterrupted_stillFreesIt_andStaysInterrupted() throws Exception {
    WriterDriver driver = open(sink);
    sink.interruptsAbort = true;

    driver.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(sink.calls).endsWith("abort", "close");
  }

  @Test
  void I_2_idempotentWriter_writesAtOnce_flushesAtTheBarrier_andHasNothingToCommit()
      throws Exception {
    NothingSink idempotent = new NothingSink();
    WriterDriver driver = open(idempotent);

    driver.write(record("a"));
    Barrier barrier = driver.barrier().join();
    driver.close();

    assertThat(barrier).isEqualTo(new Barrier(interval(0, 1, 1), Optional.empty()));
    assertThat(idempotent.calls).containsExactly("write a", "flush", "close");
  }

  @Test
  void SI_2_idempotentWriter_whoseFlushFailed_isNotFlushedAgain() throws Exception {
    NothingSink idempotent = new NothingSink();
    idempotent.failing = "flush";
    WriterDriver driver = open(idempotent);

    assertThatThrownBy(driver::barrier).hasMessage("cannot flush");
    assertThatThrownBy(driver::barrier).hasMessageContaining("SI-2");
    driver.close();

    assertThat(idempotent.calls).containsExactly("flush", "close");
  }

  @Test
  void openOfAWriter_whoseFirstIntervalCannotBegin_freesIt() {
    sink.failingCall = "begin 1";

    assertThatThrownBy(() -> open(sink)).hasMessage("cannot begin 1");
    assertThat(sink.calls).containsExactly("writer orders/main/0", "begin 1", "close");
  }

  @Test
  void W_1_aWriteAheadSink_withoutALog_isRefused() {
    assertThatThrownBy(() -> open(new LogSink())).hasMessageContaining("W-1");
  }

  @Test
  void theLogIsSealed_besideTheNextIntervalsWrites() throws Exception {
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory);
        WriterDriver driver = open(logSink, log)) {
      driver.write(record("a"));
      CompletableFuture<Barrier> barrier = driver.barrier();
      driver.write(record("b"));

      assertThat(barrier).isNotDone();
      sealing.remove().run();

      assertThat(barrier.get(10, TimeUnit.SECONDS).committable())
          .get()
          .satisfies(committable -> assertThat(committable.records()).isEqualTo(1));
    }
  }

  @Test
  void SI_2_aFailedSealing_poisonsTheWriter() throws Exception {
    LogSink logSink = new LogSink();
    SegmentStore log = new LocalSegmentStore(directory);
    WriterDriver driver = open(logSink, log);
    driver.write(record("a"));
    CompletableFuture<Barrier> barrier = driver.barrier();
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".open")).toList()) {
        Files.delete(file);
      }
    }

    sealing.remove().run();

    assertThatThrownBy(barrier::join)
        .hasCauseInstanceOf(SinkException.class)
        .hasMessageContaining("Cannot seal log segment orders/main/0/g1/o1");
    assertThatThrownBy(() -> driver.write(record("b"))).hasMessageContaining("SI-2");
  }

  @Test
  void SI_8_aRecordThatTheSinkRefuses_isNotLogged_itsNeighboursAre() throws Exception {
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory);
        WriterDriver driver = open(logSink, log)) {
      driver.write(record("a"));
      driver.write(record("bad"));
      driver.write(record("c"));
      CompletableFuture<Barrier> barrier = driver.barrier();
      sealing.remove().run();

      assertThat(barrier.join().committable())
          .get()
          .satisfies(one -> assertThat(one.records()).isEqualTo(2));
      assertThat(rejected).containsExactly("bad: its key is bad");
    }
  }

  @Test
  void SI_8_aRecordThatTheLogCannotHold_isRejected_itsNeighboursAreLogged() throws Exception {
    Value nested = Value.of(1);
    for (int depth = 0; depth < 1_000; depth++) {
      nested = Value.of(List.of(nested));
    }
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory);
        WriterDriver driver = open(logSink, log)) {
      driver.write(record("a"));
      driver.write(SinkRecord.put(Value.of("deep"), nested));
      driver.write(record("c"));
      CompletableFuture<Barrier> barrier = driver.barrier();
      sealing.remove().run();

      assertThat(barrier.join().committable())
          .get()
          .satisfies(one -> assertThat(one.records()).isEqualTo(2));
      assertThat(rejected).singleElement().asString().startsWith("deep: ");
    }
  }

  @Test
  void HO_12_anEmptyIntervalOfTheLog_leavesNothing() throws Exception {
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory);
        WriterDriver driver = open(logSink, log)) {
      Barrier barrier = driver.barrier().join();

      assertThat(barrier.committable()).isEmpty();
      assertThat(driver.interval()).isEqualTo(interval(0, 1, 2));
      try (var files = Files.walk(directory)) {
        assertThat(files.filter(Files::isRegularFile)).isEmpty();
      }
    }
  }

  private WriterDriver open(Sink opened) throws Exception {
    return WriterDriver.open(
        opened, ID.writer(0), new Generation(1), remembering(), Optional.empty(), sealing::add);
  }

  private WriterDriver open(Sink opened, SegmentStore log) throws Exception {
    return WriterDriver.open(
        opened, ID.writer(0), new Generation(1), remembering(), Optional.of(log), sealing::add);
  }

  private RejectedRecords remembering() {
    return (record, reason) -> rejected.add(record.key() + ": " + reason);
  }

  private static void writeUnchecked(WriterDriver driver) {
    try {
      driver.write(record("a"));
    } catch (SinkException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      if (!latch.await(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let the writer go");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
