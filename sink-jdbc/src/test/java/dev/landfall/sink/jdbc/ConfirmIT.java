package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mode confirm on each real server, rule by rule. */
class ConfirmIT {
  private static final Generation FIRST = new Generation(1);
  private static final Generation SECOND = new Generation(2);

  private final SinkId id = Names.sink();
  private final String table = Names.table();
  private final Rejections rejected = new Rejections();
  private final List<AutoCloseable> open = new ArrayList<>();
  @TempDir Path directory;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void W_3_secondPublicationIsAlreadyCommitted_fromAnotherPublisherToo(Server server)
      throws Exception {
    WriteAheadSink sink = sink(server);
    Segment segment = segment(0, FIRST, 1, 0, 2500);

    CommitOutcome first = publisher(sink).publish(segment);
    CommitOutcome again = publisher(sink(server)).publish(segment);

    assertThat(first).isEqualTo(CommitOutcome.committed());
    assertThat(again.kind()).isEqualTo(CommitOutcome.Kind.ALREADY_COMMITTED);
    assertThat(count(server)).isEqualTo(2500);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void W_2_nothingIsVisibleOfAPublicationThatBreaksOff_andThePublisherGoesOn(Server server)
      throws Exception {
    SegmentPublisher publisher = publisher(sink(server));
    Segment whole = segment(0, FIRST, 1, 0, 1500);
    publisher.publish(segment(0, FIRST, 2, 2000, 1));

    assertThatThrownBy(() -> publisher.publish(new Torn(whole)))
        .isInstanceOf(IOException.class)
        .hasMessage("torn");
    assertThat(count(server)).isEqualTo(1);
    CommitOutcome outcome = publisher.publish(whole);

    assertThat(outcome).isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(1501);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void W_6_fencedPublisherCanNoLongerConfirm(Server server) throws Exception {
    SegmentPublisher zombie = publisher(sink(server));
    zombie.publish(segment(0, FIRST, 1, 0, 10));
    WriteAheadSink successor = sink(server);

    takeOver(successor, SECOND);
    Segment late = segment(0, FIRST, 2, 10, 10);

    assertThatThrownBy(() -> zombie.publish(late)).isInstanceOf(SinkException.class);
    assertThatThrownBy(() -> zombie.publish(late)).isInstanceOf(FencedException.class);
    assertThat(publisher(successor).publish(segment(0, SECOND, 1, 10, 10)))
        .isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(20);
    try (Takeover takeover = successor.takeover()) {
      assertThat(takeover.confirmed(new WriterScope(id, 0, 1)))
          .containsExactly(new IntervalId(id.writer(0), SECOND, 1));
    }
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void W_6_publicationThatIsUnderWayIsEnded_andItsRowsAreGone(Server server) throws Exception {
    SegmentPublisher zombie = publisher(sink(server));
    zombie.publish(segment(0, FIRST, 1, 0, 1));
    Stalling stalled = new Stalling(segment(0, FIRST, 2, 100, 2000));
    CompletableFuture<Throwable> end =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new AssertionError(zombie.publish(stalled));
              } catch (Exception e) {
                return e;
              }
            });
    stalled.reached.join();

    takeOver(sink(server), SECOND);
    stalled.released.complete(true);

    assertThat(end.join()).isInstanceOf(SinkException.class);
    assertThat(count(server)).isEqualTo(1);
  }

  /** A committer in another process than the writer, which fences when it has published already. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void HO_8_publisherThatGoesOnForTheNewGeneration_isNotEndedByItsFence(Server server)
      throws Exception {
    SegmentPublisher committer = publisher(sink(server));
    committer.publish(segment(0, FIRST, 1, 0, 10));
    committer.publish(segment(0, SECOND, 1, 10, 10));

    try (Takeover ofTheWriter = sink(server).takeover()) {
      ofTheWriter.fence(new WriterScope(id, 0, 1), SECOND);
    }

    assertThat(committer.publish(segment(0, SECOND, 2, 20, 10)))
        .isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(30);
    assertThatThrownBy(() -> committer.publish(segment(0, FIRST, 2, 30, 10)))
        .isInstanceOf(FencedException.class);
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_8_recordThatTheServerRefusesIsRejectedAlone(Server server) throws Exception {
    server.execute("CREATE TABLE " + table + " (id INTEGER CHECK (id <> 777), a VARCHAR(20))");
    WriteAheadSink sink = sink(server);

    CommitOutcome outcome = publisher(sink).publish(segment(0, FIRST, 1, 0, 1500));

    assertThat(outcome).isEqualTo(CommitOutcome.committed());
    assertThat(count(server)).isEqualTo(1499);
    assertThat(rejected.records()).hasSize(1);
    assertThat(sink.check(SinkRecord.put(Value.ofNull(), Value.of(Map.of("id", Value.of("x"))))))
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("Cannot write column id"));
    assertThat(sink.check(SinkRecord.delete(Value.of(1)))).isPresent();
    assertThat(sink.check(row(1))).isEmpty();
  }

  /** A host that had recovered, and died before its next checkpoint, publishes once more. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void W_3_confirmedSegmentOfAFencedGenerationIsAlreadyCommitted(Server server) throws Exception {
    Segment segment = segment(0, FIRST, 1, 0, 10);
    publisher(sink(server)).publish(segment);
    WriteAheadSink successor = sink(server);
    takeOver(successor, SECOND);

    CommitOutcome again = publisher(sink(server)).publish(segment);

    assertThat(again.kind()).isEqualTo(CommitOutcome.Kind.ALREADY_COMMITTED);
    assertThat(count(server)).isEqualTo(10);
  }

  /**
   * The wait ends the whole transaction there, confirmation row included: to repeat the statement
   * alone would commit some rows without it.
   */
  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void W_2_lockWaitThatEndsTheTransaction_endsThePublication(Server server) throws Exception {
    try (SqlStore store = rollingBackOnTimeout(server);
        Connection other = Server.connect(store);
        Statement statement = other.createStatement()) {
      statement.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a VARCHAR(20))");
      other.setAutoCommit(false);
      statement.execute("INSERT INTO " + table + " VALUES (1500, 'theirs')");
      SegmentPublisher publisher =
          publisher(
              sink(
                  Server.settings(store, table)
                      .mode(JdbcMode.CONFIRM)
                      .statementTimeout(Duration.ofSeconds(4))));
      Segment segment = segment(0, FIRST, 1, 0, 2000);
      // Behind the end of the first wait, within that of a second one.
      CompletableFuture<Boolean> gone =
          CompletableFuture.runAsync(() -> awaitLockWait(store))
              .thenApplyAsync(
                  nothing -> rolledBack(other),
                  CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS));

      assertThatThrownBy(() -> publisher.publish(segment))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(gone.join()).isTrue();

      assertThat(publisher.publish(segment)).isEqualTo(CommitOutcome.committed());
      assertThat(Server.rows(store, "SELECT COUNT(*) FROM " + table)).containsExactly("2000");
    }
  }

  private static SqlStore rollingBackOnTimeout(Server server) {
    String argument = "--innodb-rollback-on-timeout=ON";
    return server == Server.MYSQL
        ? Stores.mysql().own().args(argument).start()
        : Stores.mariadb().own().args(argument).start();
  }

  private static void awaitLockWait(SqlStore store) {
    String waiting =
        "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    try {
      while (Server.rows(store, waiting).equals(List.of("0")) && System.nanoTime() < deadline) {
        HostTime.system().pause(Duration.ofMillis(20));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean rolledBack(Connection connection) {
    try {
      connection.rollback();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** PostgreSQL hides from one role when the session of another began. */
  @Test
  void W_6_sessionOfAnotherRole_isNotTakenForGone() throws Exception {
    Server server = Server.POSTGRES;
    server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a VARCHAR(20))");
    sink(server).takeover().newest(new WriterScope(id, 0, 1)); // makes the tables beside it
    JdbcSettings before = as(role(server, "a" + table));
    JdbcSettings after = as(role(server, "b" + table));
    SegmentPublisher zombie = publisher(sink(before));
    zombie.publish(segment(0, FIRST, 1, 0, 10));

    try (Takeover takeover = sink(after).takeover()) {
      WriterScope scope = new WriterScope(id, 0, 1);
      assertThatThrownBy(() -> takeover.fence(scope, SECOND))
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("terminate");
      zombie.close();
      takeover.fence(scope, SECOND);
    }

    assertThat(count(server)).isEqualTo(10);
  }

  private String role(Server server, String name) throws Exception {
    server.execute(
        "CREATE ROLE " + name + " LOGIN PASSWORD 'secret'",
        "GRANT SELECT, INSERT ON " + table + " TO " + name,
        "GRANT SELECT, INSERT, UPDATE, DELETE ON landfall_confirmation, landfall_fence,"
            + " landfall_session TO "
            + name);
    return name;
  }

  private JdbcSettings as(String role) {
    return JdbcSettings.of(Server.POSTGRES.store().jdbcUrl(), table)
        .user(role, "secret")
        .mode(JdbcMode.CONFIRM);
  }

  private void takeOver(WriteAheadSink sink, Generation current) throws Exception {
    WriterScope scope = new WriterScope(id, 0, 1);
    try (Takeover takeover = sink.takeover()) {
      assertThat(takeover.newest(scope)).isEqualTo(FIRST);
      takeover.fence(scope, current);
      takeover.abortDangling(scope, current);
    }
  }

  private Segment segment(int subtask, Generation generation, long ordinal, int from, int rows)
      throws Exception {
    LocalSegmentStore log = new LocalSegmentStore(directory);
    open.add(log);
    try (SegmentWriter writer = log.open(new IntervalId(id.writer(subtask), generation, ordinal))) {
      for (int i = from; i < from + rows; i++) {
        writer.append(row(i));
      }
      return log.sealed(writer.seal().orElseThrow());
    }
  }

  private static SinkRecord row(int number) {
    return SinkRecord.put(
        Value.ofNull(), Value.of(Map.of("id", Value.of(number), "a", Value.of("row"))));
  }

  private WriteAheadSink sink(Server server) throws Exception {
    return sink(server.settings(table).creating().mode(JdbcMode.CONFIRM));
  }

  private WriteAheadSink sink(JdbcSettings settings) throws Exception {
    WriteAheadSink sink =
        (WriteAheadSink) new JdbcSinkProvider().open(settings.build(), JdbcSettings.context(id));
    open.add(sink);
    return sink;
  }

  private SegmentPublisher publisher(WriteAheadSink sink) throws Exception {
    RejectedRecords to = rejected;
    SegmentPublisher publisher = sink.publisher(to);
    open.add(0, publisher);
    return publisher;
  }

  private int count(Server server) throws Exception {
    return Integer.parseInt(server.rows("SELECT COUNT(*) FROM " + table).get(0));
  }

  /** Ends with an error after its records. */
  private record Torn(Segment whole) implements Segment {
    @Override
    public Committable committable() {
      return whole.committable();
    }

    @Override
    public SegmentReader open() throws IOException {
      SegmentReader reader = whole.open();
      return new SegmentReader() {
        @Override
        public Optional<SinkRecord> next() throws IOException {
          Optional<SinkRecord> next = reader.next();
          if (next.isEmpty()) {
            throw new IOException("torn");
          }
          return next;
        }

        @Override
        public void close() throws IOException {
          reader.close();
        }
      };
    }
  }

  /** Waits after its records, before the publisher can commit. */
  private static final class Stalling implements Segment {
    private final Segment whole;
    private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();

    Stalling(Segment whole) {
      this.whole = whole;
    }

    @Override
    public Committable committable() {
      return whole.committable();
    }

    @Override
    public SegmentReader open() throws IOException {
      SegmentReader reader = whole.open();
      return new SegmentReader() {
        @Override
        public Optional<SinkRecord> next() throws IOException {
          Optional<SinkRecord> next = reader.next();
          if (next.isEmpty()) {
            reached.complete(true);
            released.join();
          }
          return next;
        }

        @Override
        public void close() throws IOException {
          reader.close();
        }
      };
    }
  }
}
