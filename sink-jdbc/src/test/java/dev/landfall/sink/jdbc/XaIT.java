package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mode xa on each real server, rule by rule. */
class XaIT {
  private static final Generation FIRST = new Generation(1);
  private static final Generation SECOND = new Generation(2);
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, false);

  private final SinkId id = Names.sink();
  private final String table = Names.table();
  private final Rejections rejected = new Rejections();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_1_invisibleUntilCommit_andT_3_committedByAnotherCommitterWhileTheWriterGoesOn(
      Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    TransactionWriter writer = writer(sink, 0, FIRST);

    Committable first = interval(writer, 0, FIRST, 1, 0, 10).orElseThrow();
    assertThat(count(server)).isZero();
    Committable second = interval(writer, 0, FIRST, 2, 10, 10).orElseThrow();
    writer.begin(new IntervalId(id.writer(0), FIRST, 3));
    writer.write(row(20));
    Committer committer = committer(sink(server));
    assertThat(committer.liveness(first)).isInstanceOf(Liveness.Alive.class);
    CommitOutcome outcome = committed(committer, first);

    assertThat(outcome).isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(10);
    assertThat(committed(committer, second)).isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(20);
    assertThat(first.records()).isEqualTo(10);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_4_secondCommitIsAlreadyCommitted_byTheConfirmationRow(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    Committable committable = interval(writer(sink, 0, FIRST), 0, FIRST, 1, 0, 3).orElseThrow();

    committed(committer(sink), committable);
    CommitOutcome again = committed(committer(sink(server)), committable);

    assertThat(again.kind()).isEqualTo(CommitOutcome.Kind.ALREADY_COMMITTED);
    assertThat(count(server)).isEqualTo(3);
    committer(sink).abort(committable);
    assertThat(count(server)).as("T-6: abort never undoes a commit").isEqualTo(3);
  }

  /** What a server says that has taken the name of a branch, and not found it in its engine. */
  @Test
  void T_4_okWithoutTheConfirmationRow_isInDoubt_whileATransactionHoldsTheRow() throws Exception {
    Server server = Server.MARIADB;
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    sink.takeover().newest(new WriterScope(id, 0, 1)); // makes the tables beside it
    IntervalId interval = new IntervalId(id.writer(0), FIRST, 1);
    branchWithoutConfirmation(server, interval);

    try (Connection engine = Server.connect(server.store());
        Statement statement = engine.createStatement()) {
      engine.setAutoCommit(false);
      statement.execute(
          "INSERT INTO landfall_confirmation (pipeline, sink, subtask, generation, ordinal, records)"
              + " VALUES ('%s', '%s', 0, 1, 1, 1)".formatted(id.pipeline(), id.sink()));
      CommitOutcome outcome = committed(committer(sink), XaCommittable.of(interval, 1));

      assertThat(outcome.kind()).isEqualTo(CommitOutcome.Kind.IN_DOUBT);
      assertThat(outcome.explanation()).contains("restart the database server", "answered with OK");
      engine.rollback();
    }
  }

  private void branchWithoutConfirmation(Server server, IntervalId interval) throws Exception {
    BranchXid xid = Xids.of(interval);
    String name =
        "X'%s',X'%s',%d"
            .formatted(
                HexFormat.of().formatHex(xid.getGlobalTransactionId()),
                HexFormat.of().formatHex(xid.getBranchQualifier()),
                xid.getFormatId());
    try (Connection connection = Server.connect(server.store());
        Statement statement = connection.createStatement()) {
      statement.execute("XA START " + name);
      statement.execute("INSERT INTO " + table + " (id, a) VALUES (1, 'row')");
      statement.execute("XA END " + name);
      statement.execute("XA PREPARE " + name);
    }
  }

  /**
   * One in a thousand branches that were committed as soon as their session was closed came to
   * nothing, while the server said OK.
   */
  @Tag("full")
  @Test
  void T_12_branchThatIsCommittedAtOnce_isThere() throws Exception {
    Server server = Server.MARIADB;
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    TransactionWriter writer = writer(sink, 0, FIRST);
    Committer committer = committer(sink);

    for (int ordinal = 1; ordinal <= 1000; ordinal++) {
      Committable one = interval(writer, 0, FIRST, ordinal, ordinal, 1).orElseThrow();
      assertThat(committer.commit(one)).isEqualTo(CommitOutcome.committed());
    }

    assertThat(count(server)).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_5_branchThatSomebodyRolledBackIsLost(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    Committable committable = interval(writer(sink, 0, FIRST), 0, FIRST, 1, 0, 3).orElseThrow();
    Committer committer = committer(sink);

    committer.abort(committable);
    committer.abort(committable);
    CommitOutcome outcome = committed(committer, committable);

    assertThat(outcome.kind()).isEqualTo(CommitOutcome.Kind.LOST);
    assertThat(outcome.explanation()).contains("neither prepared nor confirmed");
    assertThat(committer.liveness(committable)).isInstanceOf(Liveness.Gone.class);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_7_danglingBranchesOfTheScopeAreRolledBack_andNobodyElses(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    Committable kept = interval(writer(sink, 0, FIRST), 0, FIRST, 1, 0, 3).orElseThrow();
    interval(writer(sink, 2, FIRST), 2, FIRST, 1, 10, 3);
    Committable other = interval(writer(sink, 1, FIRST), 1, FIRST, 1, 20, 3).orElseThrow();
    SinkId longer = new SinkId(id.pipeline() + "-eu", id.sink());
    TwoPhaseCommitSink foreign = sink(server.settings(table), longer);
    TransactionWriter foreigner = foreign.writer(longer.writer(0), FIRST, rejected);
    open.add(foreigner);
    foreigner.begin(new IntervalId(longer.writer(0), FIRST, 1));
    foreigner.write(row(30));
    Committable foreignCommittable = foreigner.prepare().orElseThrow();
    TwoPhaseCommitSink successor = sink(server);
    WriterScope scope = new WriterScope(id, 0, 2);

    List<String> aborted;
    try (Takeover takeover = successor.takeover()) {
      assertThat(takeover.newest(scope)).isEqualTo(FIRST);
      assertThat(takeover.confirmed(scope)).isEmpty();
      committed(committer(successor), kept);
      assertThat(takeover.confirmed(scope)).containsExactly(kept.interval());
      takeover.fence(scope, SECOND);
      aborted = takeover.abortDangling(scope, SECOND);
      assertThat(takeover.newest(scope)).isEqualTo(SECOND);
    }

    assertThat(aborted).hasSize(1).first().asString().contains("/2/g1/o1");
    assertThat(committed(committer(successor), other)).isEqualTo(CommitOutcome.committed());
    assertThat(committed(committer(foreign), foreignCommittable))
        .isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_8_openBranchOfAnOlderGenerationIsEnded_itsLocksToo(Server server) throws Exception {
    create(server);
    TransactionWriter zombie = writer(sink(batchOfOne(server), id), 0, FIRST);
    zombie.begin(new IntervalId(id.writer(0), FIRST, 1));
    zombie.write(row(1));
    TwoPhaseCommitSink successor = sink(batchOfOne(server), id);

    takeOver(successor, SECOND);
    TransactionWriter writer = writer(successor, 0, SECOND);
    writer.begin(new IntervalId(id.writer(0), SECOND, 1));
    writer.write(row(1));
    Committable mine = writer.prepare().orElseThrow();

    assertThatThrownBy(zombie::prepare).isInstanceOf(SinkException.class);
    assertThatThrownBy(() -> writer(sink(server), 0, FIRST)).isInstanceOf(FencedException.class);
    assertThat(committed(committer(successor), mine)).isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void W_6_ofTwoThatChooseTheSameGenerationOneIsRefused(Server server) throws Exception {
    takeOver(sink(server), SECOND);

    assertThatThrownBy(() -> takeOver(sink(server), SECOND)).isInstanceOf(FencedException.class);
    assertThatThrownBy(() -> takeOver(sink(server), FIRST)).isInstanceOf(FencedException.class);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_10_emptyIntervalHasNoBranch_alsoWhenAllRecordsAreRejected(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    TransactionWriter writer = writer(sink, 0, FIRST);

    assertThat(interval(writer, 0, FIRST, 1, 0, 0)).isEmpty();
    writer.begin(new IntervalId(id.writer(0), FIRST, 2));
    writer.write(SinkRecord.put(Value.ofNull(), Value.of(Map.of("id", Value.of("x")))));
    writer.write(SinkRecord.delete(Value.of(1)));
    assertThat(writer.prepare()).isEmpty();
    writer.begin(new IntervalId(id.writer(0), FIRST, 3));
    writer.write(row(1013));
    assertThat(writer.prepare()).as("refused by the server's check").isEmpty();
    Optional<Committable> last = interval(writer, 0, FIRST, 4, 0, 14);

    assertThat(rejected.reasons()).hasSize(3);
    assertThat(last.orElseThrow().records()).isEqualTo(14);
    committed(committer(sink), last.orElseThrow());
    assertThat(count(server)).isEqualTo(14);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_11_closeLeavesWhatIsPreparedAlone(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    TransactionWriter writer = writer(sink, 0, FIRST);
    Committable committable = interval(writer, 0, FIRST, 1, 0, 3).orElseThrow();
    writer.begin(new IntervalId(id.writer(0), FIRST, 2));
    writer.write(row(9));

    writer.close();
    sink.close();

    assertThat(committed(committer(sink(server)), committable))
        .isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_6_abortedIntervalLeavesNothing_andTheWriterGoesOn(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(batchOfOne(server), id);
    TransactionWriter writer = writer(sink, 0, FIRST);
    writer.begin(new IntervalId(id.writer(0), FIRST, 1));
    writer.write(row(1));
    writer.abort();
    writer.abort();

    Committable second = interval(writer, 0, FIRST, 2, 1, 2).orElseThrow();

    committed(committer(sink), second);
    assertThat(count(server)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void failedCheckpoint_nothingIsVisible_andAfterReplayEveryRowIsThereOnce(Server server)
      throws Exception {
    create(server);
    interval(writer(sink(server), 0, FIRST), 0, FIRST, 1, 0, 50);
    assertThat(count(server)).isZero();
    TwoPhaseCommitSink successor = sink(server);

    takeOver(successor, SECOND);
    Committable replayed =
        interval(writer(successor, 0, SECOND), 0, SECOND, 1, 0, 50).orElseThrow();
    committed(committer(successor), replayed);

    assertThat(count(server)).isEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void upsertsWaitInTheBufferUntilTheIntervalBeforeIsCommitted(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink =
        sink(server.settings(table).xaWrites(XaWrites.UPSERT).batchRows(2), id);
    TransactionWriter writer = writer(sink, 0, FIRST);
    Committer committer = committer(sink);
    Committable first = keyed(writer, 1, 1, "a").orElseThrow();
    writer.begin(new IntervalId(id.writer(0), FIRST, 2));
    for (int i = 0; i < 10; i++) {
      writer.write(keyed(1, "b" + i));
      writer.write(keyed(2, "c"));
    }
    writer.write(SinkRecord.delete(Value.of(2)));

    committed(committer, first);
    Committable second = writer.prepare().orElseThrow();
    committed(committer, second);

    assertThat(server.rows("SELECT id, a FROM " + table)).containsExactly("1|b9");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void upsertsFailTheCheckpoint_whenTheIntervalBeforeIsNotCommittedAtTheBarrier(Server server)
      throws Exception {
    create(server);
    TwoPhaseCommitSink sink =
        sink(server.settings(table).xaWrites(XaWrites.UPSERT).batchRows(2).bufferSize("1KiB"), id);
    TransactionWriter writer = writer(sink, 0, FIRST);
    Committable first = keyed(writer, 1, 1, "a").orElseThrow();
    writer.begin(new IntervalId(id.writer(0), FIRST, 2));
    writer.write(keyed(1, "b"));

    assertThatThrownBy(writer::prepare)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the barrier has come");
    TransactionWriter other = writer(sink, 1, FIRST);
    Committable held = keyedBy(other, 1, 1, 7, "a").orElseThrow();
    other.begin(new IntervalId(id.writer(1), FIRST, 2));
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                other.write(keyed(100 + i, "x"));
              }
            })
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("buffer");
    committed(committer(sink), first);
    committed(committer(sink), held);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void administrationListsAndEndsBranches(Server server) throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server);
    TransactionWriter writer = writer(sink, 0, FIRST);
    interval(writer, 0, FIRST, 1, 0, 3);
    interval(writer, 0, FIRST, 2, 3, 3);
    Administration administration = sink.administration().orElseThrow();
    open.add(administration);

    List<StoreEntry> pending = administration.pending();
    assertThat(pending).hasSize(2);
    for (StoreEntry entry : pending) {
      if (entry.interval().orElseThrow().ordinal() == 1) {
        assertThat(finish(() -> administration.commit(entry)).kind())
            .isEqualTo(CommitOutcome.Kind.COMMITTED);
      } else {
        administration.abort(entry);
      }
    }

    assertThat(administration.pending()).isEmpty();
    assertThat(count(server)).isEqualTo(3);
    assertThat(administration.bookkeeping())
        .anyMatch(entry -> entry.what().equals("confirmation rows"));
    for (StoreEntry entry : administration.bookkeeping()) {
      administration.remove(entry);
    }
    assertThat(administration.bookkeeping()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void T_13_confirmationsArePruned_andWhatMayBePrunedIsInDoubtNotLost(Server server)
      throws Exception {
    create(server);
    TwoPhaseCommitSink sink = sink(server.settings(table).confirmationsKept(100), id);
    TransactionWriter writer = writer(sink, 0, FIRST);
    Committer committer = committer(sink);
    Committable first = interval(writer, 0, FIRST, 1, 0, 1).orElseThrow();
    committed(committer, first);
    Ledger ledger =
        Ledger.of(
            new Database(
                server.settings(table).confirmationsKept(100).build(),
                JdbcSettings.context(id),
                server.dialect()));
    open.add(ledger.database());
    ledger
        .database()
        .inTransaction(
            "fill",
            connection -> {
              for (int i = 2; i < 150; i++) {
                ledger
                    .confirmations()
                    .insert(connection, new IntervalId(id.writer(0), FIRST, i), 1);
              }
              return true;
            });

    new Pruning(ledger).committed(new IntervalId(id.writer(0), FIRST, 149));

    assertThat(committed(committer, first).kind()).isEqualTo(CommitOutcome.Kind.IN_DOUBT);
    assertThat(
            server.rows(
                "SELECT MIN(ordinal) FROM landfall_confirmation WHERE pipeline = '"
                    + id.pipeline()
                    + "'"))
        .containsExactly("50");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_preflightOfXa(Server server) throws Exception {
    create(server);

    assertThat(sink(server).preflight(TERMS)).isEmpty();
    if (server == Server.MYSQL) {
      String user = "u" + Names.table();
      server.execute(
          "CREATE USER " + user + " IDENTIFIED BY 'secret'",
          "GRANT SELECT, INSERT, CREATE, UPDATE, DELETE ON landfall.* TO " + user);
      TwoPhaseCommitSink poor =
          sink(
              JdbcSettings.of(server.store().jdbcUrl(), table)
                  .mode(JdbcMode.XA)
                  .user(user, "secret"),
              id);
      assertThat(poor.preflight(TERMS))
          .extracting(Finding::remedy)
          .containsExactly("GRANT XA_RECOVER_ADMIN ON *.* TO '" + user + "'@'%'");
    }
  }

  private void create(Server server) throws Exception {
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a VARCHAR(20), CHECK (id <> 1013))");
  }

  private JdbcSettings batchOfOne(Server server) {
    return server.settings(table).batchRows(1);
  }

  private TwoPhaseCommitSink sink(Server server) throws Exception {
    return sink(server.settings(table), id);
  }

  private TwoPhaseCommitSink sink(JdbcSettings settings, SinkId of) throws Exception {
    TwoPhaseCommitSink sink =
        (TwoPhaseCommitSink)
            new JdbcSinkProvider()
                .open(settings.mode(JdbcMode.XA).build(), JdbcSettings.context(of));
    open.add(sink);
    return sink;
  }

  private TransactionWriter writer(TwoPhaseCommitSink sink, int subtask, Generation generation)
      throws Exception {
    TransactionWriter writer = sink.writer(id.writer(subtask), generation, rejected);
    // Writers first: closing the sink ends the pool that they clean up with.
    open.add(0, writer);
    return writer;
  }

  private Committer committer(TwoPhaseCommitSink sink) throws Exception {
    Committer committer = sink.committer();
    open.add(0, committer);
    return committer;
  }

  private void takeOver(TwoPhaseCommitSink sink, Generation current) throws Exception {
    WriterScope scope = new WriterScope(id, 0, 1);
    try (Takeover takeover = sink.takeover()) {
      takeover.newest(scope);
      takeover.confirmed(scope);
      takeover.fence(scope, current);
      takeover.abortDangling(scope, current);
    }
  }

  private Optional<Committable> interval(
      TransactionWriter writer,
      int subtask,
      Generation generation,
      long ordinal,
      int from,
      int rows)
      throws Exception {
    writer.begin(new IntervalId(id.writer(subtask), generation, ordinal));
    for (int i = from; i < from + rows; i++) {
      writer.write(row(i));
    }
    return writer.prepare();
  }

  private Optional<Committable> keyed(TransactionWriter writer, long ordinal, int key, String text)
      throws Exception {
    return keyedBy(writer, 0, ordinal, key, text);
  }

  private Optional<Committable> keyedBy(
      TransactionWriter writer, int subtask, long ordinal, int key, String text) throws Exception {
    writer.begin(new IntervalId(id.writer(subtask), FIRST, ordinal));
    writer.write(keyed(key, text));
    return writer.prepare();
  }

  private static SinkRecord row(int number) {
    return SinkRecord.put(
        Value.ofNull(), Value.of(Map.of("id", Value.of(number), "a", Value.of("row"))));
  }

  private static SinkRecord keyed(int key, String text) {
    return SinkRecord.put(Value.of(key), Value.of(Map.of("a", Value.of(text))));
  }

  private int count(Server server) throws Exception {
    return Integer.parseInt(server.rows("SELECT COUNT(*) FROM " + table).get(0));
  }

  private static CommitOutcome committed(Committer committer, Committable committable)
      throws Exception {
    return finish(() -> committer.commit(committable));
  }

  /** Asks again like a host does, within a bound. */
  private static CommitOutcome finish(Attempt attempt) throws Exception {
    CommitOutcome outcome = attempt.run();
    for (int i = 0; i < 50 && outcome instanceof CommitOutcome.RetryLater later; i++) {
      HostTime.system().pause(later.after());
      outcome = attempt.run();
    }
    return outcome;
  }

  private interface Attempt {
    CommitOutcome run() throws Exception;
  }
}
