package dev.landfall.sink.jdbc;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest generation of each scope that was ever taken over (W-6, T-8). Immutable, thread-safe.
 *
 * <p><b>Protocol.</b> A session first writes its own row into the session table and then reads the
 * fences; who takes over first writes the fence and then reads the sessions. Each step is one
 * committed statement, so of two that meet at least one sees the other: either the session finds
 * that it is fenced, or it is found and ended. No lock is held between the steps, so a process that
 * is stopped in the middle blocks nobody.
 */
final class FenceTable {
  private final String table;

  FenceTable(Bookkeeping bookkeeping) {
    this.table = bookkeeping.fences();
  }

  /** One row: the writers of a scope are at a generation. */
  record Fence(WriterScope scope, Generation generation, String instance) {}

  /** What every run sends. */
  List<Rights.Sent> sent() {
    return List.of(
        Rights.Sent.of(insertSql(), "INSERT"),
        Rights.Sent.of(readSql(), "SELECT"),
        Rights.Sent.of(raiseSql(), "SELECT", "UPDATE"));
  }

  private String insertSql() {
    return "INSERT INTO "
        + table
        + " (pipeline, sink, parallelism, subtask, generation, instance)"
        + " VALUES (?, ?, ?, ?, 0, '')";
  }

  private String readSql() {
    return "SELECT parallelism, subtask, generation, instance FROM "
        + table
        + " WHERE pipeline = ? AND sink = ?";
  }

  private String raiseSql() {
    return "UPDATE "
        + table
        + " SET generation = ?, instance = ? WHERE pipeline = ? AND sink = ?"
        + " AND parallelism = ? AND subtask = ? AND generation < ?";
  }

  List<Fence> read(Connection connection, SinkId sink) throws SQLException {
    List<Fence> fences = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(readSql())) {
      query.setString(1, sink.pipeline());
      query.setString(2, sink.sink());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          fences.add(
              new Fence(
                  new WriterScope(sink, rows.getInt(2), rows.getInt(1)),
                  new Generation(rows.getLong(3)),
                  rows.getString(4)));
        }
      }
    }
    return fences;
  }

  /** Fails if a newer generation has taken over the writer. */
  void requireNewest(Connection connection, WriterId writer, Generation generation)
      throws SQLException, FencedException {
    for (Fence fence : read(connection, writer.sink())) {
      if (fence.scope().contains(writer) && generation.isOlderThan(fence.generation())) {
        throw new FencedException(
            "Cannot go on with "
                + writer
                + " at generation "
                + generation
                + ": generation "
                + fence.generation()
                + " has taken over");
      }
    }
  }

  /**
   * Raises the fence of a scope. Only upwards, and of two that choose the same generation one wins:
   * the row is changed by one conditional statement and then read.
   *
   * @param connection each of its statements commits by itself: who dies in between holds no lock
   */
  void raise(Connection connection, WriterScope scope, Generation current, String instance)
      throws SQLException, FencedException {
    if (read(connection, scope.sink()).stream().noneMatch(fence -> fence.scope().equals(scope))) {
      insert(connection, scope);
    }
    try (PreparedStatement update = connection.prepareStatement(raiseSql())) {
      update.setLong(1, current.value());
      update.setString(2, instance);
      update.setString(3, scope.sink().pipeline());
      update.setString(4, scope.sink().sink());
      update.setInt(5, scope.parallelism());
      update.setInt(6, scope.subtask());
      update.setLong(7, current.value());
      update.executeUpdate();
    }
    for (Fence fence : read(connection, scope.sink())) {
      boolean others =
          !fence.instance().equals(instance) && !fence.generation().isOlderThan(current);
      if (fence.scope().overlaps(scope) && (others || current.isOlderThan(fence.generation()))) {
        throw new FencedException(
            "Cannot take over "
                + scope
                + " at generation "
                + current
                + ": another process has taken generation "
                + fence.generation());
      }
    }
  }

  /** A fence at generation 0 stands for nothing; a second one of that name is as good. */
  private void insert(Connection connection, WriterScope scope) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(insertSql())) {
      insert.setString(1, scope.sink().pipeline());
      insert.setString(2, scope.sink().sink());
      insert.setInt(3, scope.parallelism());
      insert.setInt(4, scope.subtask());
      insert.executeUpdate();
    } catch (SQLException e) {
      if (read(connection, scope.sink()).stream().noneMatch(fence -> fence.scope().equals(scope))) {
        throw e;
      }
    }
  }

  /** Removes all fences of a sink, when its pipeline is retired. */
  void remove(Connection connection, SinkId sink, Fence fence) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM "
                + table
                + " WHERE pipeline = ? AND sink = ? AND parallelism = ? AND subtask = ?")) {
      delete.setString(1, sink.pipeline());
      delete.setString(2, sink.sink());
      delete.setInt(3, fence.scope().parallelism());
      delete.setInt(4, fence.scope().subtask());
      delete.executeUpdate();
    }
  }
}
