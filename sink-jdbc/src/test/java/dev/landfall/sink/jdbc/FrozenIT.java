package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.SqlStore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that is stopped between PREPARE and the end of its session: MariaDB lets nobody else
 * end the branch while that session lives, and a stopped process never closes it. Its successor has
 * to end the session; it takes seconds, not the hours of a TCP time-out.
 */
class FrozenIT {
  private static final Duration SECONDS = Duration.ofSeconds(30);

  private final SinkId id = Names.sink();
  private final String table = Names.table();

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_8_branchOfAFrozenProcess_isCommittedFromItsCommittable(Server server) throws Exception {
    SqlStore store = created(server);
    try (HostProcess frozen = frozen(store);
        TwoPhaseCommitSink sink = sink(store);
        Committer committer = sink.committer()) {
      long start = System.nanoTime();

      CommitOutcome outcome =
          committed(committer, XaCommittable.of(FrozenHost.interval(id), FrozenHost.ROWS));

      assertThat(outcome).isEqualTo(CommitOutcome.committed());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SECONDS);
      frozen.signal("CONT");
    }
    assertThat(server.rows("SELECT COUNT(*) FROM " + table))
        .containsExactly(String.valueOf(FrozenHost.ROWS));
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_8_danglingBranchOfAFrozenProcess_isRolledBack_andItsKeysAreFree(Server server)
      throws Exception {
    SqlStore store = created(server);
    Generation second = new Generation(2);
    try (HostProcess frozen = frozen(store);
        TwoPhaseCommitSink sink = sink(store);
        Committer committer = sink.committer()) {
      long start = System.nanoTime();

      WriterScope scope = new WriterScope(id, 0, 1);
      try (Takeover takeover = sink.takeover()) {
        assertThat(takeover.newest(scope)).isEqualTo(new Generation(1));
        takeover.fence(scope, second);
        assertThat(takeover.abortDangling(scope, second)).hasSize(1);
      }
      Committable same;
      try (TransactionWriter writer = sink.writer(id.writer(0), second, new Rejections())) {
        writer.begin(new IntervalId(id.writer(0), second, 1));
        for (int row = 0; row < FrozenHost.ROWS; row++) {
          writer.write(
              SinkRecord.put(
                  Value.ofNull(), Value.of(Map.of("id", Value.of(row), "a", Value.of("new")))));
        }
        same = writer.prepare().orElseThrow();
      }

      assertThat(committed(committer, same)).isEqualTo(CommitOutcome.committed());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SECONDS);
      frozen.signal("CONT");
    }
    assertThat(server.rows("SELECT a, COUNT(*) FROM " + table + " GROUP BY a"))
        .containsExactly("new|" + FrozenHost.ROWS);
  }

  private SqlStore created(Server server) throws Exception {
    server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a VARCHAR(20))");
    return server.store();
  }

  private HostProcess frozen(SqlStore store) throws Exception {
    HostProcess host = FrozenHost.start(store, table, id.pipeline());
    host.await("prepared");
    host.signal("STOP");
    return host;
  }

  private TwoPhaseCommitSink sink(SqlStore store) throws Exception {
    return (TwoPhaseCommitSink)
        new JdbcSinkProvider()
            .open(
                Server.settings(store, table).mode(JdbcMode.XA).build(), JdbcSettings.context(id));
  }

  /** Asks again like a host does, within a bound. */
  private static CommitOutcome committed(Committer committer, Committable committable)
      throws Exception {
    CommitOutcome outcome = committer.commit(committable);
    for (int i = 0; i < 50 && outcome instanceof CommitOutcome.RetryLater later; i++) {
      HostTime.system().pause(later.after());
      outcome = committer.commit(committable);
    }
    return outcome;
  }
}
