package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The confirmation rows: one for each committed interval, inserted in the very branch or
 * transaction that it proves, and never updated, so that no two transactions share a row (T-4,
 * W-2). All reads are plain reads: they see what is committed and wait for nobody. Immutable,
 * thread-safe.
 */
final class ConfirmationTable {
  private static final String OF_SINK = " WHERE pipeline = ? AND sink = ?";
  private static final String OF_WRITER = OF_SINK + " AND subtask = ?";

  private final String table;

  ConfirmationTable(Bookkeeping bookkeeping) {
    this.table = bookkeeping.confirmations();
  }

  /** What every run sends. */
  List<Rights.Sent> sent() {
    return List.of(Rights.Sent.of(insertSql(), "INSERT"), Rights.Sent.of(containsSql(), "SELECT"));
  }

  /** What a run sends once it has confirmed many intervals. */
  List<Rights.Sent> sentToPrune() {
    return List.of(Rights.Sent.of(removeSql(), "SELECT", "DELETE"));
  }

  private String insertSql() {
    return "INSERT INTO "
        + table
        + " (pipeline, sink, subtask, generation, ordinal, records) VALUES (?, ?, ?, ?, ?, ?)";
  }

  private String containsSql() {
    return "SELECT 1 FROM " + table + OF_WRITER + " AND generation = ? AND ordinal = ?";
  }

  private String removeSql() {
    return "DELETE FROM " + table + OF_WRITER + " AND generation = ? AND ordinal = ?";
  }

  /** Inserts the row of an interval; a duplicate key says that it is confirmed already. */
  void insert(Connection connection, IntervalId interval, long records) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insertSql())) {
      bind(insert, interval);
      insert.setLong(6, records);
      insert.executeUpdate();
    }
  }

  /** Whether an interval is confirmed. */
  boolean contains(Connection connection, IntervalId interval) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(containsSql())) {
      bind(query, interval);
      try (ResultSet row = query.executeQuery()) {
        return row.next();
      }
    }
  }

  /**
   * Whether a transaction that is not committed holds the row of an interval. Only MySQL and
   * MariaDB tell: elsewhere a row that is not committed is not seen by a locking read either.
   *
   * @param connection its statements commit by themselves, so that nothing stays locked
   */
  boolean isHeld(Connection connection, IntervalId interval) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(containsSql() + " FOR UPDATE NOWAIT")) {
      bind(query, interval);
      query.executeQuery().close();
      return false;
    } catch (SQLException e) {
      // MariaDB: lock wait time-out. MySQL: could not be acquired immediately.
      if (e.getErrorCode() == 1205 || e.getErrorCode() == 3572) {
        return true;
      }
      throw e;
    }
  }

  /** The newest confirmed interval of each writer of a sink. */
  List<IntervalId> newest(Connection connection, SinkId sink) throws SQLException {
    List<IntervalId> newest = new ArrayList<>();
    for (WriterId writer : writers(connection, sink)) {
      newest.addAll(newest(connection, writer, 1));
    }
    return newest;
  }

  /** The newest confirmed intervals of a writer, the newest first. */
  List<IntervalId> newest(Connection connection, WriterId writer, int limit) throws SQLException {
    return intervals(connection, writer, " ORDER BY generation DESC, ordinal DESC LIMIT " + limit);
  }

  private List<WriterId> writers(Connection connection, SinkId sink) throws SQLException {
    List<WriterId> writers = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement("SELECT DISTINCT subtask FROM " + table + OF_SINK)) {
      query.setString(1, sink.pipeline());
      query.setString(2, sink.sink());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          writers.add(sink.writer(rows.getInt(1)));
        }
      }
    }
    return writers;
  }

  private List<IntervalId> intervals(Connection connection, WriterId writer, String tail)
      throws SQLException {
    List<IntervalId> intervals = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT generation, ordinal FROM " + table + OF_WRITER + tail)) {
      query.setString(1, writer.sink().pipeline());
      query.setString(2, writer.sink().sink());
      query.setInt(3, writer.subtask());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          intervals.add(new IntervalId(writer, new Generation(rows.getLong(1)), rows.getLong(2)));
        }
      }
    }
    return intervals;
  }

  /**
   * Whether pruning may have removed the row of an interval: it leaves the newest rows of each
   * writer, so with fewer newer ones than that the row was never there.
   */
  boolean mayBePruned(Connection connection, IntervalId interval) throws SQLException {
    int least = JdbcConfiguration.MIN_CONFIRMATIONS_KEPT;
    List<IntervalId> newest = newest(connection, interval.writer(), least);
    return newest.size() == least && newest.get(least - 1).isAfter(interval);
  }

  /**
   * Removes the oldest rows of a writer beyond the newest {@code kept}, at most a thousand. Each by
   * its whole key: a range would wait for the row of a prepared branch.
   *
   * @return how many went
   */
  int prune(Connection connection, WriterId writer, int kept) throws SQLException {
    Optional<IntervalId> oldestKept =
        intervals(
                connection,
                writer,
                " ORDER BY generation DESC, ordinal DESC LIMIT 1 OFFSET " + (kept - 1))
            .stream()
            .findFirst();
    if (oldestKept.isEmpty()) {
      return 0;
    }
    List<IntervalId> oldest =
        intervals(connection, writer, " ORDER BY generation, ordinal LIMIT 1000").stream()
            .filter(interval -> oldestKept.get().isAfter(interval))
            .toList();
    for (IntervalId interval : oldest) {
      remove(connection, interval);
    }
    return oldest.size();
  }

  void remove(Connection connection, IntervalId interval) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(removeSql())) {
      bind(delete, interval);
      delete.executeUpdate();
    }
  }

  /** Removes all rows of a writer, when its pipeline is retired. */
  void removeAll(Connection connection, WriterId writer) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + table + OF_WRITER)) {
      delete.setString(1, writer.sink().pipeline());
      delete.setString(2, writer.sink().sink());
      delete.setInt(3, writer.subtask());
      delete.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, IntervalId interval) throws SQLException {
    WriterId writer = interval.writer();
    statement.setString(1, writer.sink().pipeline());
    statement.setString(2, writer.sink().sink());
    statement.setInt(3, writer.subtask());
    statement.setLong(4, interval.generation().value());
    statement.setLong(5, interval.ordinal());
  }
}
