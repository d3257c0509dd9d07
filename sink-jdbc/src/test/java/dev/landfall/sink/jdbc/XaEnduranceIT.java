package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.SqlStore;
import java.util.IntSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thousand checkpoints in mode xa: connections do not grow (T-13). */
class XaEnduranceIT {
  private static final int CHECKPOINTS = 1_000;
  private static final int SETTLED = 100;
  private static final int ROWS = 10;
  private static final int MOST_CONNECTIONS = 8;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "jdbc-xa-endurance",
          "JDBC, mode xa: a thousand checkpoints of one writer",
          "Ten rows, prepare and commit for each checkpoint; the server is asked for its connections"
              + " after each, the observer's own left out, and the figures are those from checkpoint"
              + " 100 on. Again: `mvn verify -Pfull -pl sink-jdbc -am -Dit.test=XaEnduranceIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false`.",
          "server",
          "checkpoints",
          "fewest connections",
          "most connections",
          "most in checkpoints 100 to 200",
          "most in the last 100",
          "threads at 100",
          "threads at the end",
          "seconds");

  private final SinkId id = Names.sink();
  private final String table = Names.table();

  @Tag("full")
  @ParameterizedTest
  @EnumSource(Server.class)
  void T_13_connectionsAreBoundedAndConstant(Server server) throws Exception {
    long start = System.nanoTime();
    IntSummaryStatistics all = new IntSummaryStatistics();
    IntSummaryStatistics first = new IntSummaryStatistics();
    IntSummaryStatistics last = new IntSummaryStatistics();
    int threads = 0;
    try (SqlStore store = server.own()) {
      try (var connection = Server.connect(store);
          var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE " + table + " (id INTEGER NOT NULL, a VARCHAR(20))");
      }
      try (TwoPhaseCommitSink sink = sink(store);
          TransactionWriter writer =
              sink.writer(id.writer(0), new Generation(1), new Rejections());
          Committer committer = sink.committer()) {
        for (int o = 1; o <= CHECKPOINTS; o++) {
          Committable one = prepared(writer, o);
          int connections = connections(server, store);
          assertThat(committed(committer, one)).isEqualTo(CommitOutcome.committed());
          if (o > SETTLED) {
            all.accept(connections);
          }
          if (o > SETTLED && o <= 2 * SETTLED) {
            first.accept(connections);
          }
          if (o > CHECKPOINTS - SETTLED) {
            last.accept(connections);
          }
          threads = o == SETTLED ? Thread.activeCount() : threads;
        }
      }
      assertThat(Server.rows(store, "SELECT COUNT(*) FROM " + table))
          .containsExactly(String.valueOf(CHECKPOINTS * ROWS));
    }
    int threadsNow = Thread.activeCount();
    assertThat(all.getMax()).isLessThanOrEqualTo(MOST_CONNECTIONS);
    assertThat(last.getMax()).isLessThanOrEqualTo(first.getMax());
    assertThat(threadsNow).isLessThanOrEqualTo(threads);
    EVIDENCE.row(
        server,
        CHECKPOINTS,
        all.getMin(),
        all.getMax(),
        first.getMax(),
        last.getMax(),
        threads,
        threadsNow,
        (System.nanoTime() - start) / 1_000_000_000);
  }

  private TwoPhaseCommitSink sink(SqlStore store) throws Exception {
    return (TwoPhaseCommitSink)
        new JdbcSinkProvider()
            .open(
                Server.settings(store, table).mode(JdbcMode.XA).build(), JdbcSettings.context(id));
  }

  private Committable prepared(TransactionWriter writer, int ordinal) throws Exception {
    writer.begin(new IntervalId(id.writer(0), new Generation(1), ordinal));
    for (int row = 0; row < ROWS; row++) {
      writer.write(
          SinkRecord.put(
              Value.ofNull(),
              Value.of(Map.of("id", Value.of(ordinal * ROWS + row), "a", Value.of("row")))));
    }
    return writer.prepare().orElseThrow();
  }

  /** Asks again like a host does, within a bound. */
  private static CommitOutcome committed(Committer committer, Committable committable)
      throws Exception {
    CommitOutcome outcome = committer.commit(committable);
    for (int i = 0; i < 50 && outcome instanceof CommitOutcome.RetryLater; i++) {
      outcome = committer.commit(committable);
    }
    return outcome;
  }

  private static int connections(Server server, SqlStore store) throws Exception {
    String sql =
        server == Server.POSTGRES
            ? "SELECT COUNT(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'"
            : "SELECT COUNT(*) - 1 FROM information_schema.processlist WHERE user = '"
                + store.user()
                + "'";
    return Integer.parseInt(Server.rows(store, sql).get(0));
  }
}
