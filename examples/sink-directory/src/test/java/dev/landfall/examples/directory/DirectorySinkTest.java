package dev.landfall.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.ReplayRefusedException;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sink under the drivers that every host uses, on a real directory. */
final class DirectorySinkTest {
  private static final SinkId ID = new SinkId("orders", "main");
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofMillis(1));

  @TempDir Path directory;

  @Test
  void T_1_preparedRecords_areNotVisible_untilCommit() throws Exception {
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      Committable prepared = prepared(writer);

      assertThat(lines()).isEmpty();

      assertThat(commit("b", prepared).committed()).isEqualTo(1);
      assertThat(lines()).containsExactly("{\"key\":\"k\",\"value\":1}");
    }
  }

  @Test
  void T_3_commitAgainAfterCommit_isAlreadyCommitted() throws Exception {
    Committable prepared;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      prepared = prepared(writer);
    }
    commit("a", prepared);

    CommitReport again = commit("b", prepared);

    assertThat(again).isEqualTo(new CommitReport(0, 1, 1));
    assertThat(lines()).hasSize(1);
  }

  @Test
  void T_5_preparedFileThatIsGone_isLost_withWriterAndRecords() throws Exception {
    Committable prepared;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      writer.write(record("l", 2));
      prepared = prepared(writer);
    }
    Files.delete(new Layout(directory).prepared(prepared.interval()));

    assertThatThrownBy(() -> commit("b", prepared))
        .isInstanceOf(CommitFailedException.class)
        .hasMessageContaining("orders/main/0/g1/o1 of checkpoint 1")
        .hasMessageContaining("2 records are lost");
  }

  @Test
  void T_5_preparedFileThatIsCutShort_isLost_andNotPublished() throws Exception {
    Committable prepared;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      prepared = prepared(writer);
    }
    Path file = new Layout(directory).prepared(prepared.interval());
    Files.writeString(file, "{\"key\":\"k\"");

    assertThatThrownBy(() -> commit("b", prepared))
        .isInstanceOf(CommitFailedException.class)
        .hasMessageContaining(file + " has 10 bytes, expected 22")
        .hasMessageContaining("1 records are lost");
    assertThat(lines()).isEmpty();
    assertThat(file).exists();
  }

  @Test
  void T_5_whatWasPreparedElsewhere_isInDoubt() throws Exception {
    Committable prepared;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      prepared = prepared(writer);
    }
    Path ours = directory.resolve(".landfall");
    Files.move(ours, directory.resolve("elsewhere"));

    assertThatThrownBy(() -> commit("b", prepared))
        .isInstanceOf(CommitFailedException.class)
        .hasMessageContaining("was it prepared under another 'path'?");
  }

  @Test
  void T_7_recoverCommitsTheRestored_abortsTheRest_touchesNoOtherPipeline() throws Exception {
    Committable restored;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("restored", 1));
      restored = prepared(writer);
      writer.write(record("dangling", 2));
      prepared(writer);
    }
    Path foreign =
        Files.createDirectories(directory.resolve(".landfall/orders-eu.main.0/g1"))
            .resolve("o1.prepared");
    Files.writeString(foreign, "{}\n");

    RecoveryReport report = recover("b", 1, state(restored), 2, ReplayPolicy.REFUSE);

    assertThat(report.restored().committed()).isEqualTo(1);
    assertThat(report.aborted()).hasSize(1);
    assertThat(lines()).containsExactly("{\"key\":\"restored\",\"value\":1}");
    assertThat(foreign).exists();
  }

  @Test
  void T_8_afterRecovery_anOlderInstance_canMakeNothingVisible() throws Exception {
    WriterDriver zombie = writer("a", 1);
    zombie.write(record("k", 1));
    recover("b", 1, RestoredState.NONE, 2, ReplayPolicy.REFUSE);

    assertThatThrownBy(zombie::barrier).hasMessageContaining("fenced");
    assertThatThrownBy(() -> writer("a", 1)).hasMessageContaining("has taken over");
    assertThat(lines()).isEmpty();
  }

  @Test
  void T_8_zombieCommit_afterRecoveryAbortedItsWork_isFenced() throws Exception {
    Committable prepared;
    try (WriterDriver zombie = writer("a", 1)) {
      zombie.write(record("k", 1));
      prepared = prepared(zombie);
      recover("b", 1, RestoredState.NONE, 2, ReplayPolicy.REFUSE);
    }

    assertThatThrownBy(() -> commit("a", prepared))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("its generation was fenced");
    assertThat(lines()).isEmpty();
  }

  @Test
  void SI_4_twoStarters_ofOneGeneration_theSecondIsFenced() throws Exception {
    recover("a", 1, RestoredState.NONE, 1, ReplayPolicy.REFUSE);

    assertThatThrownBy(() -> recover("b", 1, RestoredState.NONE, 1, ReplayPolicy.REFUSE))
        .hasMessageContaining("another process has made it");
  }

  @Test
  void HO_9_fewerWriters_finishAndFence_allOlderOnes() throws Exception {
    List<Committable> restored = new ArrayList<>();
    for (int subtask = 0; subtask < 4; subtask++) {
      try (WriterDriver writer = writer("a", 1, subtask)) {
        writer.write(record("restored" + subtask, subtask));
        restored.add(prepared(writer));
        writer.write(record("dangling", subtask));
        prepared(writer);
      }
    }

    RecoveryReport report =
        recover("b", 2, state(restored.toArray(Committable[]::new)), 2, ReplayPolicy.REFUSE);

    assertThat(report.restored().committed()).isEqualTo(4);
    assertThat(report.aborted()).hasSize(4);
    assertThat(lines()).hasSize(4);
    assertThatThrownBy(() -> writer("a", 1, 3)).hasMessageContaining("has taken over");
  }

  @Test
  void HO_15_storeAheadOfTheRestoredState_isRefused_unlessAccepted() throws Exception {
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      commit("a", prepared(writer));
    }

    assertThatThrownBy(() -> recover("b", 1, RestoredState.NONE, 2, ReplayPolicy.REFUSE))
        .isInstanceOf(ReplayRefusedException.class)
        .hasMessageContaining("orders/main/0/g1/o1")
        .hasMessageContaining("--accept-replay");
    recover("b", 1, RestoredState.NONE, 2, ReplayPolicy.ACCEPT);
  }

  @Test
  void T_10_emptyInterval_leavesNothing_andTheNextOneWorks() throws Exception {
    try (WriterDriver writer = writer("a", 1)) {
      assertThat(writer.barrier().join().committable()).isEmpty();
      writer.write(record("k", 1));

      Committable prepared = prepared(writer);

      assertThat(prepared.interval().ordinal()).isEqualTo(2);
      commit("a", prepared);
      assertThat(lines()).hasSize(1);
    }
  }

  @Test
  void T_11_close_leavesPreparedAlone_andDiscardsTheOpenInterval() throws Exception {
    Committable prepared;
    try (WriterDriver writer = writer("a", 1)) {
      writer.write(record("k", 1));
      prepared = prepared(writer);
      writer.write(record("open", 2));
    }

    assertThat(new Layout(directory).prepared(prepared.interval())).exists();
    assertThat(new Layout(directory).open(prepared.interval().next())).doesNotExist();
  }

  private Sink sink(String instance) {
    SinkContext context = context(instance);
    return new DirectorySinkProvider().open(new DirectoryConfiguration(directory), context);
  }

  private static SinkContext context(String instance) {
    return new SinkContext(ID, instance, HostTime.system(), Thread::new, 1, Metrics.none());
  }

  private WriterDriver writer(String instance, long generation) throws Exception {
    return writer(instance, generation, 0);
  }

  private WriterDriver writer(String instance, long generation, int subtask) throws Exception {
    return WriterDriver.open(
        sink(instance),
        ID.writer(subtask),
        new Generation(generation),
        (record, reason) -> assertThat(reason).as("no record is rejected").isNull(),
        Optional.empty(),
        Runnable::run);
  }

  private static Committable prepared(WriterDriver writer) throws Exception {
    Barrier barrier = writer.barrier().join();
    return barrier.committable().orElseThrow();
  }

  private CommitterDriver committer(String instance) throws Exception {
    return CommitterDriver.open(
        sink(instance), context(instance), Optional.empty(), (record, reason) -> {}, LIMITS);
  }

  private CommitReport commit(String instance, Committable committable) throws Exception {
    try (CommitterDriver committer = committer(instance)) {
      return committer.commit(state(committable).pending());
    }
  }

  private static RestoredState state(Committable... committables) {
    Optional<CheckpointId> checkpoint = Optional.of(new CheckpointId(1));
    List<Pending> pending =
        List.of(committables).stream().map(one -> new Pending(checkpoint, one)).toList();
    List<IntervalId> newest = List.of(committables).stream().map(Committable::interval).toList();
    return new RestoredState(checkpoint, new Generation(1), newest, pending, Set.of());
  }

  private RecoveryReport recover(
      String instance,
      int parallelism,
      RestoredState restored,
      long generation,
      ReplayPolicy policy)
      throws Exception {
    List<WriterScope> scopes =
        IntStream.range(0, parallelism)
            .mapToObj(subtask -> new WriterScope(ID, subtask, parallelism))
            .toList();
    try (CommitterDriver committer = committer(instance);
        Recovery recovery =
            Recovery.of(sink(instance), scopes, restored, committer, Optional.empty())) {
      return recovery.run(new Generation(generation), policy);
    }
  }

  private static SinkRecord record(String key, long value) {
    return SinkRecord.put(Value.of(key), Value.of(value));
  }

  private List<String> lines() throws Exception {
    List<String> lines = new ArrayList<>();
    for (Path file : Layout.list(directory)) {
      if (file.toString().endsWith(".jsonl")) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }
}
