package dev.landfall.sdk.host;

import static dev.landfall.sdk.host.Samples.ID;
import static dev.landfall.sdk.host.Samples.committable;
import static dev.landfall.sdk.host.Samples.context;
import static dev.landfall.sdk.host.Samples.interval;
import static dev.landfall.sdk.host.Samples.pending;
import static dev.landfall.sdk.host.Samples.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommitterDriverTest {
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofSeconds(1));

  @TempDir Path directory;

  private final TwoPhaseSink sink = new TwoPhaseSink();
  private final ManualTime time = new ManualTime();

  @Test
  void HO_5_committablesOfAWriter_areCommittedInOrder_whateverTheOrderOfTheList() throws Exception {
    CommitReport report =
        open(sink).commit(List.of(pending(0, 3), pending(1, 1), pending(0, 1), pending(0, 2)));

    assertThat(sink.calls).containsExactly("commit 0/1", "commit 0/2", "commit 0/3", "commit 1/1");
    assertThat(report).isEqualTo(new CommitReport(4, 0, 12));
  }

  @Test
  void T_4_alreadyCommitted_isCountedApart() throws Exception {
    sink.answers.add(() -> CommitOutcome.alreadyCommitted("the confirmation row is there"));

    CommitReport report = open(sink).commit(List.of(pending(0, 1), pending(0, 2)));

    assertThat(report).isEqualTo(new CommitReport(1, 1, 6));
  }

  @Test
  void T_5_lost_stopsItsWriter_notTheOthers_andNamesEverything() throws Exception {
    sink.answers.add(() -> CommitOutcome.lost("the broker aborted it after 60 s"));

    assertThatThrownBy(
            () -> open(sink).commit(List.of(pending(0, 1), pending(0, 2), pending(1, 1))))
        .isInstanceOf(CommitFailedException.class)
        .hasMessage(
            "Cannot commit orders/main/0/g1/o1 of checkpoint 17: the broker aborted it after 60 s; 3 records are lost")
        .asInstanceOf(InstanceOfAssertFactories.type(CommitFailedException.class))
        .extracting(CommitFailedException::failures)
        .isEqualTo(
            List.of(
                new CommitFailedException.Failure(
                    pending(0, 1), CommitOutcome.lost("the broker aborted it after 60 s"))));
    assertThat(sink.calls).containsExactly("commit 0/1", "commit 1/1");
  }

  @Test
  void inDoubt_isToldAsSuch_andNotAsLost() throws Exception {
    sink.answers.add(() -> CommitOutcome.inDoubt("nothing tells"));

    assertThatThrownBy(() -> open(sink).commit(List.of(pending(0, 1))))
        .hasMessageContaining("3 records are in doubt");
  }

  @Test
  void retryLater_isAskedAgain_notBeforeTheStoreWantsIt() throws Exception {
    sink.answers.add(() -> CommitOutcome.retryLater(Duration.ofSeconds(3), "still attached"));

    CommitReport report = open(sink).commit(List.of(pending(0, 1)));

    assertThat(report.committed()).isEqualTo(1);
    assertThat(time.nanos()).isGreaterThanOrEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void anUnavailableStore_isAskedAgain_withGrowingPauses_untilPatienceEnds() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      sink.answerUnavailable("connection refused");
    }

    assertThatThrownBy(() -> open(sink).commit(List.of(pending(0, 1))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(
            "Cannot commit orders/main/0/g1/o1 of checkpoint 17 within 10 s: connection refused")
        .hasMessageContaining("it stays pending")
        .cause()
        .hasMessage("connection refused");
    assertThat(time.nanos()).isLessThanOrEqualTo(LIMITS.patience().toNanos());
    assertThat(time.pauses()).isBetween(10, 30);
  }

  @Test
  void anErrorThatIsFinal_isNotTriedAgain() throws Exception {
    sink.answers.add(
        () -> {
          throw new FencedException("generation 2 has taken over");
        });

    assertThatThrownBy(() -> open(sink).commit(List.of(pending(0, 1))))
        .isInstanceOf(FencedException.class);
    assertThat(sink.calls).hasSize(1);
  }

  @Test
  void aCommitThatThrewOnce_worksWithTheSameCommitter() throws Exception {
    CommitterDriver driver = open(sink);
    sink.failNext("broken pipe");

    assertThatThrownBy(() -> driver.commit(List.of(pending(0, 1)))).hasMessage("broken pipe");

    assertThat(driver.commit(List.of(pending(0, 1))).committed()).isEqualTo(1);
  }

  @Test
  void HO_13_whatIsGone_orHasTooLittleTimeLeft_failsTheCheckpoint() throws Exception {
    CommitterDriver driver = open(sink);
    driver.requireAlive(List.of(pending(0, 1)), Duration.ofHours(1));

    sink.liveness.put(ID.writer(0), Liveness.gone("aborted by time-out"));
    assertThatThrownBy(() -> driver.requireAlive(List.of(pending(0, 1)), Duration.ZERO))
        .isInstanceOf(SinkException.class)
        .hasMessageContaining("HO-13")
        .hasMessageContaining("aborted by time-out");

    sink.liveness.put(ID.writer(0), Liveness.aliveFor(Duration.ofSeconds(5)));
    driver.requireAlive(List.of(pending(0, 1)), Duration.ofSeconds(5));
    assertThatThrownBy(() -> driver.requireAlive(List.of(pending(0, 1)), Duration.ofSeconds(6)))
        .hasMessageContaining("the store ends it in PT5S, expected at least PT6S");
  }

  @Test
  void W_3_publishingAgain_isAlreadyCommitted_evenWhenTheSegmentIsGone() throws Exception {
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory)) {
      Committable sealed = sealed(log, "a", "b");
      CommitterDriver driver = open(logSink, Optional.of(log));
      List<Pending> pending = List.of(new Pending(Optional.empty(), sealed));
      assertThat(driver.commit(pending)).isEqualTo(new CommitReport(1, 0, 2));
      driver.forget(List.of(sealed));
      driver.forget(List.of(sealed));

      CommitReport again = driver.commit(pending);

      assertThat(again).isEqualTo(new CommitReport(0, 1, 2));
      assertThat(logSink.published).containsExactly("a", "b");
    }
  }

  @Test
  void W_4_aSegmentThatIsGone_andNotConfirmed_isLost() throws Exception {
    try (SegmentStore log = new LocalSegmentStore(directory)) {
      Committable sealed = sealed(log, "a");
      log.forget(sealed);
      CommitterDriver driver = open(new LogSink(), Optional.of(log));
      List<Pending> pending = List.of(new Pending(Optional.empty(), sealed));

      assertThatThrownBy(() -> driver.commit(pending)).hasMessageContaining("1 records are lost");
      assertThatThrownBy(() -> driver.requireAlive(pending, Duration.ZERO))
          .hasMessageContaining("HO-13");
    }
  }

  @Test
  void W_4_aTornSegment_isLost_andNothingOfItIsConfirmed() throws Exception {
    LogSink logSink = new LogSink();
    try (SegmentStore log = new LocalSegmentStore(directory)) {
      Committable sealed = sealed(log, "a", "b");
      truncateEverySegment();
      CommitterDriver driver = open(logSink, Optional.of(log));

      assertThatThrownBy(() -> driver.commit(List.of(new Pending(Optional.empty(), sealed))))
          .isInstanceOf(CommitFailedException.class);
      assertThat(logSink.confirmations).isEmpty();
    }
  }

  @Test
  void HO_7_aCommittable_givenToAnIdempotentSink_isRefused() throws Exception {
    CommitterDriver driver = open(new NothingSink());

    assertThatThrownBy(() -> driver.commit(List.of(pending(0, 1)))).hasMessageContaining("HO-7");
    assertThat(driver.commit(List.of())).isEqualTo(CommitReport.NOTHING);
  }

  @Test
  void aClosedCommitter_isToldSo() throws Exception {
    CommitterDriver driver = open(sink);
    driver.close();
    driver.close();

    assertThatThrownBy(() -> driver.commit(List.of(pending(0, 1))))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> driver.requireAlive(List.of(), Duration.ZERO))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> driver.forget(List.of())).isInstanceOf(ProtocolException.class);
    assertThat(sink.calls).containsOnlyOnce("close committer");
  }

  @Test
  void commits_areCountedByOutcome_andTimedWithTheirPauses() throws Exception {
    Map<String, Long> counts = new HashMap<>();
    List<Duration> latencies = new ArrayList<>();
    sink.answers.add(() -> CommitOutcome.retryLater(Duration.ofSeconds(3), "still attached"));
    sink.answers.add(CommitOutcome::committed);
    sink.answers.add(() -> CommitOutcome.alreadyCommitted("the confirmation row is there"));
    CommitterDriver driver =
        CommitterDriver.open(
            sink,
            new SinkContext(ID, "instance", time, Thread::new, 1, collecting(counts, latencies)),
            Optional.empty(),
            (record, reason) -> {},
            LIMITS);

    driver.commit(List.of(pending(0, 1), pending(0, 2)));

    assertThat(counts).isEqualTo(Map.of("commit.committed", 1L, "commit.already.committed", 1L));
    assertThat(latencies).containsExactly(Duration.ofSeconds(3), Duration.ZERO);
  }

  private static Metrics collecting(Map<String, Long> counts, List<Duration> latencies) {
    return new Metrics() {
      @Override
      public Counter counter(String name, String description) {
        return amount -> counts.merge(name, amount, Long::sum);
      }

      @Override
      public void gauge(String name, String description, DoubleSupplier value) {
        throw new AssertionError("the committer has no gauges");
      }

      @Override
      public Timer timer(String name, String description) {
        return latencies::add;
      }
    };
  }

  private static Committable sealed(SegmentStore log, String... keys) throws Exception {
    IntervalId interval = interval(0, 1, 1);
    try (SegmentWriter segment = log.open(interval)) {
      for (String key : keys) {
        segment.append(record(key));
      }
      return segment.seal().orElseThrow();
    }
  }

  private void truncateEverySegment() throws Exception {
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
      }
    }
  }

  private CommitterDriver open(Sink opened) throws Exception {
    return open(opened, Optional.empty());
  }

  private CommitterDriver open(Sink opened, Optional<SegmentStore> log) throws Exception {
    assertThat(committable(interval(0, 1, 1)).records()).isEqualTo(3);
    return CommitterDriver.open(opened, context(time), log, (record, reason) -> {}, LIMITS);
  }
}
