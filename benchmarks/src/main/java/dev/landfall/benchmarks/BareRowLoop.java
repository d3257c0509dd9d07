package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What a person writes who knows the database: one prepared statement of many rows, bound and
 * executed again and again, and a commit where the setting says. One thread at a time.
 */
final class BareRowLoop implements Contender {
  /** More brings nothing on either server, and makes the statement's text longer. */
  static final int ROWS = 1000;

  private final Setting setting;
  private final Connection connection;
  private final PreparedStatement statement;
  private int bound;

  /** When it commits. */
  enum Commit {
    EACH_STATEMENT,
    EACH_INTERVAL
  }

  /** What is written, and how. */
  record Setting(String name, Rows rows, Schedule schedule, Commit commit, HostTime time) {}

  /** Takes the connection over. */
  BareRowLoop(Setting setting, Connection connection, String sql) throws SQLException {
    this.setting = setting;
    this.connection = connection;
    connection.setAutoCommit(false);
    this.statement = connection.prepareStatement(sql);
  }

  @Override
  public String name() {
    return setting.name();
  }

  @Override
  public Measured round() throws Exception {
    Meter meter = new Meter(setting.time());
    Loop loop = new Loop(setting.schedule(), meter);
    long records = 0;
    for (int i = 0; i < setting.schedule().intervals(); i++) {
      records += loop.interval(0, this::write);
      requireWhole();
      long start = meter.nanos();
      connection.commit();
      meter.add(Timing.COMMIT, meter.nanos() - start);
    }
    return meter.stop(records);
  }

  private void write() throws SQLException {
    Rows rows = setting.rows();
    statement.setLong(2 * bound + 1, rows.id());
    statement.setString(2 * bound + 2, rows.text());
    rows.advance();
    bound++;
    if (bound == ROWS) {
      bound = 0;
      statement.executeUpdate();
      if (setting.commit() == Commit.EACH_STATEMENT) {
        connection.commit();
      }
    }
  }

  private void requireWhole() {
    if (bound != 0) {
      throw new IllegalStateException(
          "Cannot use this schedule: " + bound + " rows are left, expected a multiple of " + ROWS);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("Cannot close " + name() + ": " + e.getMessage(), e);
    }
  }
}
