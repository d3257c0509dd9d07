package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.host.RecoveryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules of two-phase commit, on a real broker, with both protocols. */
class TransactionRulesIT {
  private static Lab lab(Protocol protocol, Object... settings) {
    return new Lab(Brokers.shared(protocol), settings);
  }

  @ParameterizedTest
  @EnumSource
  void T_1_nothingIsVisibleBeforeCommit(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);

      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a", "b");

      assertThat(lab.visible()).isEmpty();
      assertThat(Lab.payload(one).protocol()).isEqualTo(protocol);
      assertThat(one.records()).isEqualTo(2);
      try (Committer committer = sink.committer()) {
        assertThat(committer.commit(one)).isEqualTo(CommitOutcome.committed());
      }
      assertThat(lab.visible()).containsExactly("a", "b");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_3_commitAgainFromAnotherProcess_isAlreadyCommitted(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      writer.close();

      try (Committer first = lab.open().committer();
          Committer second = lab.open().committer()) {
        assertThat(first.commit(one)).isEqualTo(CommitOutcome.committed());
        assertThat(second.commit(one)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
        assertThat(first.commit(one)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
      }
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_3_replayedCommitOfAReusedSlot_leavesTheNewTransactionAlone(Protocol protocol)
      throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      List<Committable> all = new ArrayList<>();
      try (Committer committer = sink.committer()) {
        // until a slot comes round again
        for (int o = 1; all.size() < 2 || !sameSlot(all.get(0), all.get(all.size() - 1)); o++) {
          assertThat(o).isLessThan(8);
          all.add(Lab.prepared(writer, lab.interval(1, o), "v" + o));
          if (!sameSlot(all.get(0), all.get(all.size() - 1)) || all.size() == 1) {
            assertThat(committer.commit(all.get(all.size() - 1)))
                .isEqualTo(CommitOutcome.committed());
            lab.observer.awaitState(
                Lab.payload(all.get(all.size() - 1)).transactionalId(),
                TransactionState.COMPLETE_COMMIT);
          }
        }
        Committable newest = all.get(all.size() - 1);

        CommitOutcome replayed = committer.commit(all.get(0));

        assertThat(replayed).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
        assertThat(replayed.explanation()).contains("confirms up to");
        assertThat(lab.observer.transaction(Lab.payload(newest).transactionalId()).state())
            .isEqualTo(TransactionState.ONGOING);
        assertThat(Lab.payload(newest).epoch()).isGreaterThan(Lab.payload(all.get(0)).epoch());
        assertThat(committer.commit(newest)).isEqualTo(CommitOutcome.committed());
      }
      assertThat(lab.visible()).hasSize(all.size());
    }
  }

  private static boolean sameSlot(Committable one, Committable other) {
    return Lab.payload(one).transactionalId().equals(Lab.payload(other).transactionalId());
  }

  @ParameterizedTest
  @EnumSource
  void T_5_expiredTransaction_isLost(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol, "transaction-timeout", "5s")) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a", "b", "c");
      try (Committer committer = sink.committer()) {
        assertThat(committer.liveness(one)).isInstanceOf(Liveness.Alive.class);
        lab.observer.awaitState(
            Lab.payload(one).transactionalId(), TransactionState.COMPLETE_ABORT);

        CommitOutcome outcome = committer.commit(one);

        assertThat(outcome).isInstanceOf(CommitOutcome.Lost.class);
        assertThat(outcome.explanation()).contains("time-out of 5000 ms");
        assertThat(committer.commit(one)).isEqualTo(outcome);
        assertThat(committer.liveness(one)).isInstanceOf(Liveness.Gone.class);
      }
      // a start that restores it ends each time in the same way: loud, and never a restart
      for (int start = 2; start <= 3; start++) {
        int generation = start;
        assertThatThrownBy(() -> lab.recover(lab.open(), generation, one))
            .isInstanceOf(CommitFailedException.class)
            .hasMessageContaining("3 records")
            .hasMessageContaining("checkpoint 1");
      }
      assertThat(lab.visible()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_6_abort_isIdempotentAndNeverUndoesACommit(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      Committable two = Lab.prepared(writer, lab.interval(1, 2), "b");
      try (Committer committer = sink.committer()) {
        committer.commit(one);
        committer.abort(one);
        committer.abort(two);
        committer.abort(two);
        assertThat(committer.commit(one)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
        assertThat(committer.commit(two)).isInstanceOf(CommitOutcome.Lost.class);
      }
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_7_recover_commitsTheRestoredAndAbortsTheRest(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink dead = lab.open();
      TransactionWriter writer = lab.writer(dead, 1);
      Committable restored = Lab.prepared(writer, lab.interval(1, 1), "kept");
      // several checkpoints in a row fail, and one is open
      Lab.prepared(writer, lab.interval(1, 2), "failed");
      Lab.prepared(writer, lab.interval(1, 3), "failed too");
      writer.begin(lab.interval(1, 4));
      writer.write(Lab.put("open"));

      RecoveryReport report = lab.recover(lab.open(), 2, restored);

      assertThat(report.restored().committed()).isEqualTo(1);
      assertThat(report.aborted()).isNotEmpty();
      assertThat(lab.openTransactions()).isEmpty();
      assertThat(lab.visible()).containsExactly("kept");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_7_recoverWithFewerWriters_endsAllOfThem(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink dead = lab.open();
      List<Committable> restored = new ArrayList<>();
      for (int subtask = 0; subtask < 3; subtask++) {
        TransactionWriter writer = lab.writer(dead, 1, subtask);
        restored.add(Lab.prepared(writer, lab.interval(subtask, 1, 1), "kept" + subtask));
        Lab.prepared(writer, lab.interval(subtask, 1, 2), "dangling" + subtask);
      }

      lab.recover(lab.open(), 2, restored.toArray(Committable[]::new));

      assertThat(lab.openTransactions()).isEmpty();
      assertThat(lab.visible()).containsExactlyInAnyOrder("kept0", "kept1", "kept2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_8_zombieWriter_isFencedInEveryStep(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink zombie = lab.open();
      TransactionWriter writing = lab.writer(zombie, 1);
      writing.begin(lab.interval(1, 1));
      writing.write(Lab.put("late"));
      TransactionWriter idle = lab.writer(zombie, 1, 1);
      Committable never = Lab.prepared(idle, lab.interval(1, 1, 1), "never");

      lab.recover(lab.open(), 2);

      assertThatThrownBy(
              () -> {
                writing.write(Lab.put("later"));
                writing.prepare();
              })
          .isInstanceOf(FencedException.class);
      assertThatThrownBy(() -> lab.writer(zombie, 1)).isInstanceOf(FencedException.class);
      // what stood by before the fence is fenced; what is made after it sees the flag
      assertThatThrownBy(
              () -> {
                idle.begin(lab.interval(1, 1, 2));
                idle.write(Lab.put("later"));
                idle.prepare();
              })
          .isInstanceOf(FencedException.class);
      try (Committer committer = zombie.committer()) {
        assertThat(committer.commit(never)).isNotInstanceOf(CommitOutcome.Committed.class);
      }
      assertThat(lab.openTransactions()).isEmpty();
      assertThat(lab.visible()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_8_committedIds_areFencedToo(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink dead = lab.open();
      Committable one = Lab.prepared(lab.writer(dead, 1), lab.interval(1, 1), "a");
      try (Committer committer = dead.committer()) {
        committer.commit(one);
      }
      lab.visible();

      lab.recover(lab.open(), 2, one);

      assertThat(lab.observer.transaction(Lab.payload(one).transactionalId()).producerEpoch())
          .isGreaterThan(Lab.payload(one).epoch());
      assertThat(lab.observer.transaction(Lab.payload(one).transactionalId()).state())
          .isEqualTo(TransactionState.EMPTY);
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void SI_5_aNeighbourWhosePrefixIsOurName_isLeftAlone(Protocol protocol) throws Exception {
    String broker = Brokers.shared(protocol).bootstrapServers();
    try (Lab orders = new Lab(broker, "orders", 1);
        Lab europe = new Lab(broker, "orders-eu", 1)) {
      Committable theirs =
          Lab.prepared(europe.writer(europe.open(), 1), europe.interval(1, 1), "theirs");
      Lab.prepared(orders.writer(orders.open(), 1), orders.interval(1, 1), "dangling");

      orders.recover(orders.open(), 2);

      assertThat(orders.openTransactions()).isEmpty();
      try (Committer committer = europe.open().committer()) {
        assertThat(committer.commit(theirs)).isEqualTo(CommitOutcome.committed());
      }
      assertThat(europe.visible()).containsExactly("theirs");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_10_emptyIntervals_prepareNothing(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      for (int o = 1; o <= 20; o++) {
        writer.begin(lab.interval(1, o));
        assertThat(writer.prepare()).isEmpty();
      }

      Committable one = Lab.prepared(writer, lab.interval(1, 21), "a");

      lab.recover(lab.open(), 2, one);
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_11_close_leavesPreparedAloneAndAbortDiscardsTheOpenOne(Protocol protocol)
      throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      writer.begin(lab.interval(1, 2));
      writer.write(Lab.put("b"));

      writer.abort();
      writer.abort();
      writer.close();
      writer.close();

      try (Committer committer = lab.open().committer()) {
        assertThat(committer.commit(one)).isEqualTo(CommitOutcome.committed());
      }
      assertThat(lab.openTransactions()).isEmpty();
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void T_13_idsStayFewOverManyCheckpoints(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      try (Committer committer = sink.committer()) {
        for (int o = 1; o <= 25; o++) {
          Committable one = Lab.prepared(writer, lab.interval(1, o), "v" + o);
          assertThat(committer.commit(one)).isEqualTo(CommitOutcome.committed());
        }
      }
      Set<String> ids =
          lab.observer.transactions(Names.prefix(lab.sink)).stream()
              .map(TransactionListing::transactionalId)
              .collect(Collectors.toSet());
      assertThat(ids).hasSizeLessThanOrEqualTo(5);
      assertThat(lab.visible()).hasSize(25);
    }
  }

  @ParameterizedTest
  @EnumSource
  void HO_14_noSlotLeft_isUnavailableAndNothingIsReused(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol, "slots", 3)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      List<Committable> waiting = new ArrayList<>();
      for (int o = 1; o <= 3; o++) {
        waiting.add(Lab.prepared(writer, lab.interval(1, o), "v" + o));
      }

      assertThatThrownBy(() -> Lab.prepared(writer, lab.interval(1, 4), "v4"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("HO-14");

      lab.recover(lab.open(), 2, waiting.toArray(Committable[]::new));
      assertThat(lab.visible()).containsExactly("v1", "v2", "v3");
    }
  }

  @ParameterizedTest
  @EnumSource
  void HO_15_confirmed_tellsTheNewestIntervalOfEachWriter(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      try (Committer committer = sink.committer();
          Takeover takeover = sink.takeover()) {
        WriterScope scope = new WriterScope(lab.sink, 0, 1);
        assertThat(takeover.confirmed(scope)).isEmpty();
        assertThat(takeover.newest(scope).value()).isLessThanOrEqualTo(1);
        committer.commit(Lab.prepared(writer, lab.interval(1, 1), "a"));
        committer.commit(Lab.prepared(writer, lab.interval(1, 2), "b"));
        Lab.prepared(writer, lab.interval(1, 3), "c");

        assertThat(takeover.confirmed(scope)).containsExactly(lab.interval(1, 2));
        assertThat(takeover.newest(scope)).isEqualTo(new Generation(1));
      }
      assertThatThrownBy(() -> lab.recover(lab.open(), 2)).hasMessageContaining("HO-15");
    }
  }

  @ParameterizedTest
  @EnumSource
  void fence_refusesToTakeOverFromANewerGeneration(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol)) {
      lab.recover(lab.open(), 5);

      try (Takeover takeover = lab.open().takeover()) {
        WriterScope scope = new WriterScope(lab.sink, 0, 1);
        assertThat(takeover.newest(scope)).isEqualTo(new Generation(5));
        assertThatThrownBy(() -> takeover.fence(scope, new Generation(4)))
            .isInstanceOf(FencedException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void SI_2_afterAnError_closeCommitsAndAbortsNothing(Protocol protocol) throws Exception {
    try (Lab lab = lab(protocol, "transaction-timeout", "1s")) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      writer.begin(lab.interval(1, 1));
      writer.write(Lab.put("a"));
      String id = new TransactionalId(lab.sink.writer(0), new Generation(1), 0).toString();
      lab.observer.awaitState(id, TransactionState.COMPLETE_ABORT);

      // no newer generation is there, so this is no fence but a time-out: a restart mends it
      assertThatThrownBy(
              () -> {
                writer.write(Lab.put("b"));
                writer.prepare();
              })
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("time-out");
      writer.close();
      assertThat(lab.visible()).isEmpty();
    }
  }
}
