package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Brokers that die, instances that wake up, and a listener with TLS. */
class FaultsIT {
  private static CommitReport commit(Lab lab, List<Committable> committables) throws Exception {
    try (CommitterDriver driver =
        CommitterDriver.open(
            lab.open(),
            Contexts.of(lab.sink),
            Optional.empty(),
            lab.rejections,
            CommitLimits.DEFAULT)) {
      return driver.commit(
          committables.stream().map(one -> new Pending(Optional.empty(), one)).toList());
    }
  }

  @Test
  void T_2_preparedSurvivesAKillOfTheBroker() throws Exception {
    try (KafkaStore broker = Brokers.builder(Protocol.TWO).start();
        Lab lab = new Lab(broker)) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a", "b");
      broker.kill();
      FutureTask<CommitReport> committing = inBackground(() -> commit(lab, List.of(one)));
      broker.restart();

      // the commit that began while nobody was there ends well, and so does a repetition
      assertThat(committing.get().committed()).isEqualTo(1);
      assertThat(commit(lab, List.of(one)).alreadyCommitted()).isEqualTo(1);
      assertThat(lab.visible()).containsExactly("a", "b");
    }
  }

  private static <T> FutureTask<T> inBackground(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "commit");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void T_12_coordinatorKilledDuringCommit_ofThreeBrokers() throws Exception {
    try (KafkaStore brokers = Brokers.builder(Protocol.TWO).brokers(3).start();
        Lab lab = new Lab(brokers, "slots", 16)) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      List<Committable> all = new ArrayList<>();
      for (int o = 1; o <= 8; o++) {
        all.add(Lab.prepared(writer, lab.interval(1, o), "v" + o));
      }
      int coordinator =
          lab.observer.transaction(Lab.payload(all.get(0)).transactionalId()).coordinatorId();
      FutureTask<CommitReport> committing = inBackground(() -> commit(lab, all));
      brokers.servers().kill(coordinator - 1); // nodes are numbered from 1

      CommitReport report = committing.get();

      assertThat(report.committed() + report.alreadyCommitted()).isEqualTo(8);
      assertThat(commit(lab, all).alreadyCommitted()).isEqualTo(8);
      Observer.await("all is visible", () -> lab.visible().size() == 8);
    }
  }

  /** An order of a dead instance that arrives late must hit nothing of its successor. */
  @Test
  void T_8_ghostCommitAndHalfOpenProducer_changeNothing() throws Exception {
    try (Lab lab = new Lab(Brokers.shared(Protocol.TWO))) {
      TransactionalSink old = lab.open();
      TransactionWriter zombie = lab.writer(old, 1);
      Committable ghost = Lab.prepared(zombie, lab.interval(1, 1), "ghost");
      zombie.begin(lab.interval(1, 2));
      zombie.write(Lab.put("half-open"));
      PreparedTransaction order = Lab.payload(ghost);
      int coordinator = lab.observer.transaction(order.transactionalId()).coordinatorId();
      var node =
          Observer.get(() -> lab.observer.admin.describeCluster().nodes().get()).stream()
              .filter(one -> one.id() == coordinator)
              .findAny()
              .orElseThrow();
      TransactionalSink successor = lab.open();
      lab.recover(successor, 2);
      TransactionWriter writer = lab.writer(successor, 2);
      Committable ours = Lab.prepared(writer, lab.interval(2, 1), "ours");

      try (CoordinatorChannel channel =
          CoordinatorChannel.open(
              ProducerProperties.admin(lab.configuration(), "ghost"), "ghost", Observer.PATIENCE)) {
        for (CoordinatorChannel.End end : CoordinatorChannel.End.values()) {
          assertThat(channel.endTransaction(order, end, node))
              .isNotEqualTo(org.apache.kafka.common.protocol.Errors.NONE);
        }
      }
      assertThatThrownBy(
              () -> {
                zombie.write(Lab.put("more"));
                zombie.prepare();
              })
          .isInstanceOf(FencedException.class);

      assertThat(lab.visible()).isEmpty();
      try (Committer committer = successor.committer()) {
        assertThat(committer.commit(ours)).isEqualTo(CommitOutcome.committed());
      }
      assertThat(lab.visible()).containsExactly("ours");
      assertThat(lab.openTransactions()).isEmpty();
    }
  }

  @Test
  void tls_reachesTheCommittingSideToo() throws Exception {
    try (KafkaStore broker = Brokers.builder(Protocol.TWO).tls().start()) {
      Store.Trust trust = broker.trust().orElseThrow();
      Map<String, Object> properties =
          Map.of(
              "security.protocol", "SSL",
              "ssl.truststore.type", "PKCS12",
              "ssl.truststore.location", trust.trustStore().toString());
      try (Lab lab = new Lab(broker)) {
        // bound directly: a secret in a file would come from ${file:…}
        KafkaConfiguration plain =
            Settings.of(
                broker.tlsBootstrapServers().orElseThrow(),
                "topic",
                lab.topic,
                "properties",
                properties);
        KafkaConfiguration secure =
            Settings.withSecret(plain, "ssl.truststore.password", trust.trustStorePassword());
        try (TransactionalSink sink =
                (TransactionalSink) new KafkaSinkProvider().open(secure, Contexts.of(lab.sink));
            TransactionWriter writer =
                sink.writer(
                    lab.sink.writer(0), new dev.landfall.sdk.Generation(1), lab.rejections);
            Committer committer = sink.committer()) {
          assertThat(committer.commit(Lab.prepared(writer, lab.interval(1, 1), "secret")))
              .isEqualTo(CommitOutcome.committed());
        }
        assertThat(secure.secrets().toString()).isEqualTo("{ssl.truststore.password=****}");
        assertThat(lab.visible()).containsExactly("secret");
      }
    }
  }

  @Test
  void unreachableCoordinator_isUnavailableAndDecidesNothing() throws Exception {
    try (KafkaStore broker = Brokers.builder(Protocol.TWO).start();
        Lab lab = new Lab(broker, "request-timeout", "2s")) {
      Committable one = Lab.prepared(lab.writer(lab.open(), 1), lab.interval(1, 1), "a");
      try (Committer committer = lab.open().committer()) {
        broker.kill();
        assertThatThrownBy(() -> committer.commit(one))
            .isInstanceOf(StoreUnavailableException.class);
        broker.restart();
        Observer.await(
            "the same committer commits",
            () -> {
              try {
                return committer.commit(one) instanceof CommitOutcome.Committed;
              } catch (StoreUnavailableException e) {
                return false;
              }
            });
      }
      assertThat(lab.visible()).containsExactly("a");
    }
  }
}
