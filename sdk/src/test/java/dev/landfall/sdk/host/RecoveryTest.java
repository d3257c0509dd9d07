package dev.landfall.sdk.host;

import static dev.landfall.sdk.host.Samples.ID;
import static dev.landfall.sdk.host.Samples.context;
import static dev.landfall.sdk.host.Samples.interval;
import static dev.landfall.sdk.host.Samples.pending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.WriterScope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecoveryTest {
  private static final Generation NEXT = new Generation(5);

  private final TwoPhaseSink sink = new TwoPhaseSink();
  private final ManualTime time = new ManualTime();

  @Test
  void T_7_commitsOverAllScopes_beforeAnythingIsFenced_beforeAnythingIsAborted() throws Exception {
    RecoveryReport report =
        recovery(2, restored(List.of(), pending(1, 7), pending(0, 7)))
            .run(NEXT, ReplayPolicy.REFUSE);

    assertThat(sink.calls)
        .containsExactly(
            "commit 0/7",
            "commit 1/7",
            "fence 0 at 5",
            "fence 1 at 5",
            "abortDangling 0",
            "abortDangling 1");
    assertThat(report.restored().committed()).isEqualTo(2);
    assertThat(report.aborted()).hasSize(2);
  }

  @Test
  void theNewestGeneration_isTheStoresOrTheCheckpoints_whicheverIsNewer() throws Exception {
    RestoredState restored = restored(List.of());

    assertThat(recovery(1, restored).newest()).isEqualTo(new Generation(1));
    sink.newest = new Generation(9);
    assertThat(recovery(1, restored).newest()).isEqualTo(new Generation(9));
    assertThat(recovery(1, RestoredState.NONE, new NothingSink()).newest())
        .isEqualTo(Generation.NONE);
  }

  @Test
  void HO_8_fencing_beforeTheRestoredHaveEnded_isRefused() throws Exception {
    Recovery recovery = recovery(1, restored(List.of(), pending(0, 1)));

    assertThatThrownBy(() -> recovery.fence(NEXT)).hasMessageContaining("HO-8");
    recovery.checkConfirmations(ReplayPolicy.REFUSE);
    assertThatThrownBy(() -> recovery.fence(NEXT)).hasMessageContaining("HO-8");
    assertThatThrownBy(() -> recovery.abortDangling(NEXT)).hasMessageContaining("T-7");
    assertThat(sink.calls).isEmpty();
  }

  @Test
  void HO_8_fencing_afterACommitThatFailed_isRefused_untilItSucceeds() throws Exception {
    Recovery recovery = recovery(1, restored(List.of(), pending(0, 1)));
    recovery.checkConfirmations(ReplayPolicy.REFUSE);
    sink.failNext("no answer");

    assertThatThrownBy(recovery::commitRestored).hasMessage("no answer");
    assertThatThrownBy(() -> recovery.fence(NEXT)).hasMessageContaining("HO-8");

    recovery.commitRestored();
    recovery.fence(NEXT);
    recovery.abortDangling(NEXT);
  }

  @Test
  void HO_7_aCommittable_ofNoScope_isRefused() {
    WriterScope onlyZero = WriterScope.of(ID.writer(0));
    RestoredState restored = restored(List.of(), pending(1, 1));

    assertThatThrownBy(
            () -> Recovery.of(sink, List.of(onlyZero), restored, committer(sink), Optional.empty()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("HO-7");
  }

  @Test
  void SI_4_aGenerationThatIsNotNewer_cannotTakeOver() throws Exception {
    Recovery recovery = recovery(1, restored(List.of()));
    recovery.checkConfirmations(ReplayPolicy.REFUSE);
    recovery.commitRestored();

    assertThatThrownBy(() -> recovery.fence(new Generation(1))).hasMessageContaining("SI-4");
  }

  @Test
  void HO_15_aConfirmation_thatTheCheckpointDoesNotKnow_isRefused_unlessAccepted()
      throws Exception {
    sink.confirmed.add(interval(0, 1, 8));
    RestoredState restored = restored(List.of(interval(0, 1, 7)));

    assertThatThrownBy(() -> recovery(1, restored).run(NEXT, ReplayPolicy.REFUSE))
        .isInstanceOf(ReplayRefusedException.class)
        .hasMessageContaining(
            "Cannot start orders/main from checkpoint 17: the store has confirmed orders/main/0/g1/o8");
    assertThat(sink.calls).isEmpty();

    recovery(1, restored).run(NEXT, ReplayPolicy.ACCEPT);
  }

  @Test
  void HO_15_whatTheCheckpointKnows_isNoReasonToRefuse() throws Exception {
    sink.confirmed.add(interval(0, 1, 7));

    recovery(1, restored(List.of(interval(0, 1, 7)))).run(NEXT, ReplayPolicy.REFUSE);
  }

  @Test
  void HO_15_aLostState_againstAStoreWithConfirmations_isRefused() {
    sink.confirmed.add(interval(0, 1, 1));

    assertThatThrownBy(() -> recovery(1, RestoredState.NONE).run(NEXT, ReplayPolicy.REFUSE))
        .hasMessageContaining("from an empty state");
  }

  @Test
  void HO_15_aStoreThatKnowsNothingOfTheCheckpointsGeneration_isRefused_unlessAccepted()
      throws Exception {
    sink.keepsGenerations = true;
    sink.newest = new Generation(2);
    RestoredState restored = restored(List.of(interval(0, 2, 7), interval(1, 3, 1)));

    assertThatThrownBy(() -> recovery(1, restored).checkGenerations(ReplayPolicy.REFUSE))
        .isInstanceOf(ReplayRefusedException.class)
        .hasMessageContaining(
            "Cannot start orders/main from checkpoint 17: it was written at generation 3, and the"
                + " store knows none after generation 2");
    recovery(1, restored).checkGenerations(ReplayPolicy.ACCEPT);

    sink.newest = Generation.NONE;
    assertThatThrownBy(() -> recovery(1, restored).checkGenerations(ReplayPolicy.REFUSE))
        .hasMessageContaining("knows nothing of it");
    sink.newest = new Generation(3);
    recovery(1, restored).checkGenerations(ReplayPolicy.REFUSE);
    assertThat(sink.calls).isEmpty();
  }

  @Test
  void HO_15_aStoreThatForgetsGenerations_orACheckpointWithoutIntervals_isNoReasonToRefuse()
      throws Exception {
    recovery(1, restored(List.of(interval(0, 1, 7)))).checkGenerations(ReplayPolicy.REFUSE);
    sink.keepsGenerations = true;

    recovery(1, restored(List.of())).checkGenerations(ReplayPolicy.REFUSE);
  }

  @Test
  void HO_15_confirmationsOfWritersOfAnOlderGeneration_areKnown() throws Exception {
    sink.confirmed.add(interval(3, 1, 99));
    RestoredState restored =
        new RestoredState(
            Optional.of(new CheckpointId(17)),
            new Generation(2),
            List.of(interval(0, 2, 7)),
            List.of(),
            Set.of());

    recovery(1, restored).run(NEXT, ReplayPolicy.REFUSE);
  }

  @Test
  void HO_15_aConfirmation_ofAWriterThatTheCheckpointsGenerationDidNotHave_isRefused() {
    sink.confirmed.add(interval(3, 2, 1));
    RestoredState restored =
        new RestoredState(
            Optional.of(new CheckpointId(17)),
            new Generation(2),
            List.of(interval(0, 2, 7)),
            List.of(),
            Set.of());

    assertThatThrownBy(() -> recovery(1, restored).run(NEXT, ReplayPolicy.REFUSE))
        .hasMessageContaining("g2/o1");
  }

  @Test
  void aRecoveryThatGoesOnElsewhere_beginsWithTheFence() throws Exception {
    Recovery recovery =
        Recovery.afterRestore(sink, new WriterScope(ID, 1, 2), committer(sink), Optional.empty());

    recovery.fence(NEXT);
    recovery.abortDangling(NEXT);

    assertThat(sink.calls).containsExactly("fence 1 at 5", "abortDangling 1");
    assertThatThrownBy(recovery::commitRestored).isInstanceOf(ProtocolException.class);
  }

  @Test
  void HO_15_confirmations_areCheckedOnce_andBeforeAllElse() throws Exception {
    Recovery recovery = recovery(1, restored(List.of()));
    recovery.checkConfirmations(ReplayPolicy.REFUSE);

    assertThatThrownBy(() -> recovery.checkConfirmations(ReplayPolicy.REFUSE))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("HO-15")
        .hasMessageContaining("recovery is at step CHECKED, expected OPENED");
  }

  @Test
  void newestGeneration_isToldAfterTheLastStepAsWell() throws Exception {
    Recovery recovery = recovery(1, restored(List.of()));
    recovery.run(NEXT, ReplayPolicy.REFUSE);
    sink.newest = NEXT;

    assertThat(recovery.newest()).isEqualTo(NEXT);
    assertThatThrownBy(() -> recovery.run(NEXT, ReplayPolicy.REFUSE))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void aClosedRecovery_isToldSo() throws Exception {
    Recovery recovery = recovery(1, RestoredState.NONE);
    recovery.close();
    recovery.close();

    assertThatThrownBy(recovery::newest).isInstanceOf(ProtocolException.class);
    assertThat(sink.calls).containsExactly("close takeover");
  }

  @Test
  void anIdempotentSink_hasNothingToRecover() throws Exception {
    RecoveryReport report =
        recovery(2, RestoredState.NONE, new NothingSink()).run(NEXT, ReplayPolicy.REFUSE);

    assertThat(report.aborted()).isEmpty();
  }

  private static RestoredState restored(List<IntervalId> newest, Pending... pending) {
    return new RestoredState(
        Optional.of(new CheckpointId(17)), new Generation(1), newest, List.of(pending), Set.of());
  }

  private Recovery recovery(int parallelism, RestoredState restored) throws Exception {
    return recovery(parallelism, restored, sink);
  }

  private Recovery recovery(int parallelism, RestoredState restored, Sink of) throws Exception {
    List<WriterScope> scopes =
        IntStream.range(0, parallelism)
            .mapToObj(subtask -> new WriterScope(ID, subtask, parallelism))
            .toList();
    return Recovery.of(of, scopes, restored, committer(of), Optional.empty());
  }

  private CommitterDriver committer(Sink of) throws Exception {
    return CommitterDriver.open(
        of, context(time), Optional.empty(), (record, reason) -> {}, CommitLimits.DEFAULT);
  }
}
