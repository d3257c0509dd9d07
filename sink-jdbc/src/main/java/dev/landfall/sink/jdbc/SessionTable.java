package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The sessions that write for a generation, each registered before its first write, so that who
 * takes over can end those of older generations (T-8). Immutable, thread-safe.
 */
final class SessionTable {
  private static final int NAME_LENGTH = 40;

  private final String table;
  private final Sessions sessions;

  SessionTable(Bookkeeping bookkeeping, Sessions sessions) {
    this.table = bookkeeping.sessions();
    this.sessions = sessions;
  }

  /** What a session is there for. */
  enum Work {
    WRITE,
    PUBLISH
  }

  /**
   * One registered session.
   *
   * @param name unique among all sessions; says nothing about data
   * @param first the first interval that it writes or publishes; the only one where a server keeps
   *     a prepared branch on its session
   */
  record Entry(String name, IntervalId first, String instance, Work work, Sessions.Mark mark) {}

  /** What every run sends, or the take-over of the next. */
  List<Rights.Sent> sent() {
    return List.of(
        Rights.Sent.of(insertSql(), "INSERT"),
        Rights.Sent.of(readSql(), "SELECT"),
        Rights.Sent.of(removeSql(), "SELECT", "DELETE"));
  }

  private String insertSql() {
    return "INSERT INTO "
        + table
        + " (name, pipeline, sink, subtask, generation, ordinal, instance, work,"
        + " session_number, session_identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  }

  private String readSql() {
    return "SELECT name, subtask, generation, ordinal, instance, work, session_number,"
        + " session_identity FROM "
        + table
        + " WHERE pipeline = ? AND sink = ?";
  }

  private String removeSql() {
    return "DELETE FROM " + table + " WHERE name = ?";
  }

  /**
   * Marks the session of this connection and writes its row, in a committed statement.
   *
   * @param number counts the sessions of this process
   */
  Entry register(Connection connection, IntervalId first, String instance, Work work, long number)
      throws SQLException {
    String name = name(first, instance, number);
    Entry entry = new Entry(name, first, instance, work, sessions.mark(connection, name));
    try (PreparedStatement insert = connection.prepareStatement(insertSql())) {
      insert.setString(1, name);
      insert.setString(2, first.writer().sink().pipeline());
      insert.setString(3, first.writer().sink().sink());
      insert.setInt(4, first.writer().subtask());
      insert.setLong(5, first.generation().value());
      insert.setLong(6, first.ordinal());
      insert.setString(7, instance);
      insert.setString(8, work.name());
      insert.setLong(9, entry.mark().number());
      insert.setString(10, entry.mark().identity());
      insert.executeUpdate();
    }
    return entry;
  }

  private static String name(IntervalId first, String instance, long number) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((first + "/" + instance + "/" + number).getBytes(StandardCharsets.UTF_8));
      return "landfall-" + HexFormat.of().formatHex(digest).substring(0, NAME_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  List<Entry> read(Connection connection, SinkId sink) throws SQLException {
    List<Entry> entries = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(readSql())) {
      query.setString(1, sink.pipeline());
      query.setString(2, sink.sink());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          WriterId writer = sink.writer(rows.getInt(2));
          entries.add(
              new Entry(
                  rows.getString(1),
                  new IntervalId(writer, new Generation(rows.getLong(3)), rows.getLong(4)),
                  rows.getString(5),
                  Work.valueOf(rows.getString(6)),
                  new Sessions.Mark(rows.getLong(7), rows.getString(8))));
        }
      }
    }
    return entries;
  }

  boolean isAlive(Connection connection, Entry entry) throws SQLException {
    return sessions.isAlive(connection, entry.name(), entry.mark());
  }

  void end(Connection connection, Entry entry) throws SQLException {
    sessions.end(connection, entry.name(), entry.mark());
  }

  void remove(Connection connection, Entry entry) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(removeSql())) {
      delete.setString(1, entry.name());
      delete.executeUpdate();
    }
  }
}
