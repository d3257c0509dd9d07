package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On the directory sink: what is kept for a restore while nobody tells of completed checkpoints.
 */
final class UnconfirmedTest {
  @TempDir Path directory;

  private final Rejections rejections = new Rejections(OnRejected.FAIL, () -> {});
  private OpenedSink opened;
  private WriterDriver writer;
  private Unconfirmed unconfirmed;

  @BeforeEach
  void open() throws Exception {
    SinkSpec spec =
        new SinkSpec(
            "directory",
            Options.of(Map.of("path", directory)),
            "numbers",
            "main",
            ReplayPolicy.REFUSE,
            OnRejected.FAIL,
            Guarantee.Level.EXACTLY_ONCE,
            Duration.ZERO,
            SinkSpec.WithoutCheckpoints.REFUSE);
    WriterScope scope = new WriterScope(spec.id(), 0, 2);
    opened =
        OpenedSink.open(
            spec, getClass().getClassLoader(), "test", Metrics.none(), rejections.atCommit());
    writer =
        WriterDriver.open(
            opened.sink(),
            scope.writer(),
            new Generation(1),
            rejections,
            opened.log(),
            Runnable::run);
    unconfirmed = Unconfirmed.of(opened, scope);
  }

  @AfterEach
  void close() {
    writer.close();
    unconfirmed.close();
    opened.close();
  }

  @Test
  void HO_6_whatADeclinedCheckpointLeftIsKeptInOrder() throws Exception {
    List<Committable> prepared = add(3);

    assertThat(unconfirmed.list()).isEqualTo(prepared);
  }

  @Test
  void whatTheStoreHasConfirmedIsForgottenWhenTheListHasGrown() throws Exception {
    List<Committable> prepared = add(Unconfirmed.KEPT_UNASKED);
    commit(prepared.subList(0, 6));

    List<Committable> next = add(1);

    assertThat(unconfirmed.list()).containsExactly(prepared.get(6), prepared.get(7), next.get(0));
  }

  @Test
  void HO_14_tooManyWaitingIntervalsFailTheCheckpoint() throws Exception {
    add(Unconfirmed.MAX);

    assertThatThrownBy(() -> add(1))
        .hasMessageContaining("64 intervals before it wait")
        .hasMessageContaining("HO-14");
  }

  @Test
  void HO_13_anOlderIntervalThatCannotBeCommittedAnyMoreFailsTheCheckpoint() throws Exception {
    List<Committable> prepared = add(Unconfirmed.KEPT_UNASKED);
    try (var committer = ((dev.landfall.sdk.TwoPhaseCommitSink) opened.sink()).committer()) {
      committer.abort(prepared.get(2));
    }

    assertThatThrownBy(() -> add(1)).hasMessageContaining("HO-13").hasMessageContaining("/o3");
  }

  private List<Committable> add(int intervals) throws Exception {
    List<Committable> added = new ArrayList<>();
    for (int i = 0; i < intervals; i++) {
      writer.write(SinkRecord.put(Value.ofNull(), Value.of(i)));
      Committable prepared = writer.barrier().join().committable().orElseThrow();
      unconfirmed.add(prepared);
      added.add(prepared);
    }
    return added;
  }

  private void commit(List<Committable> prepared) throws Exception {
    opened
        .committer()
        .commit(prepared.stream().map(one -> new Pending(Optional.empty(), one)).toList());
  }
}
