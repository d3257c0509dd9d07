package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The three tables beside the written one: confirmations, fences, sessions. Several pipelines share
 * them; every row carries pipeline and sink (SI-5). Thread-safe.
 */
final class Bookkeeping {
  private static final String OWNER = "pipeline VARCHAR(48) NOT NULL, sink VARCHAR(32) NOT NULL, ";

  private final Dialect dialect;
  private final TableName written;
  private final String prefix;

  /** They have been there once; whoever drops them under a sink gets an error, not new tables. */
  private volatile boolean there;

  Bookkeeping(Database database) {
    this.dialect = database.dialect();
    this.written = database.table();
    this.prefix = database.configuration().bookkeeping();
  }

  /** A row for each committed interval: the proof of its commit (T-4, W-2). */
  String confirmations() {
    return confirmationTable().quoted(dialect);
  }

  /** A row for each scope that was ever taken over: the newest generation (W-6, T-8). */
  String fences() {
    return fenceTable().quoted(dialect);
  }

  /** A row for each session that may hold locks. */
  String sessions() {
    return sessionTable().quoted(dialect);
  }

  TableName confirmationTable() {
    return name("confirmation");
  }

  TableName fenceTable() {
    return name("fence");
  }

  TableName sessionTable() {
    return name("session");
  }

  private TableName name(String suffix) {
    return written.sibling(prefix + "_" + suffix);
  }

  /**
   * Makes the tables that are missing. Looks before it creates: CREATE TABLE IF NOT EXISTS of a
   * table that is there waits for a prepared branch's metadata lock.
   */
  void create(Connection connection) throws SQLException {
    create(
        connection,
        "confirmation",
        OWNER
            + "subtask INTEGER NOT NULL, generation BIGINT NOT NULL, ordinal BIGINT NOT NULL,"
            + " records BIGINT NOT NULL,"
            + " confirmed_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),"
            + " PRIMARY KEY (pipeline, sink, subtask, generation, ordinal)");
    create(
        connection,
        "fence",
        OWNER
            + "parallelism INTEGER NOT NULL, subtask INTEGER NOT NULL,"
            + " generation BIGINT NOT NULL, instance VARCHAR(128) NOT NULL,"
            + " PRIMARY KEY (pipeline, sink, parallelism, subtask)");
    create(
        connection,
        "session",
        "name VARCHAR(64) NOT NULL, "
            + OWNER
            + "subtask INTEGER NOT NULL, generation BIGINT NOT NULL, ordinal BIGINT NOT NULL,"
            + " instance VARCHAR(128) NOT NULL, work VARCHAR(16) NOT NULL,"
            + " session_number BIGINT NOT NULL, session_identity VARCHAR(64) NOT NULL,"
            + " PRIMARY KEY (name)");
    connection.commit();
  }

  private void create(Connection connection, String suffix, String columns) throws SQLException {
    TableName name = name(suffix);
    if (new TableReader(dialect).read(connection, name).isPresent()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + name.quoted(dialect)
              + " ("
              + columns
              + ")"
              + dialect.tableOptions());
      connection.commit();
    } catch (SQLException e) {
      // PostgreSQL: two that create it at once may both have seen it missing.
      connection.rollback();
      if (new TableReader(dialect).read(connection, name).isEmpty()) {
        throw e;
      }
    }
  }

  /** Whether all three tables are there: who only looks makes none. */
  boolean isThere(Connection connection) throws SQLException {
    for (String suffix : List.of("confirmation", "fence", "session")) {
      if (new TableReader(dialect).read(connection, name(suffix)).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Makes the tables that are missing, on a connection of its own; looks once. */
  void create(Database database) throws SinkException {
    if (there) {
      return;
    }
    database.inTransaction(
        "create the tables " + prefix + "_confirmation, _fence and _session",
        connection -> {
          create(connection);
          return true;
        });
    there = true;
  }
}
