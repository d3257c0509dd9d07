package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds or makes the table, and decides what is written into it. Thread-safe. */
final class TargetResolver {
  private static final Logger LOG = LoggerFactory.getLogger(TargetResolver.class);

  private final Database database;

  TargetResolver(Database database) {
    this.database = database;
  }

  /**
   * The target, if the table is there, or can be made from declared columns.
   *
   * @return empty if it is missing, may be created, and the columns are to be taken from records
   */
  Optional<Target> resolve(Connection connection) throws SinkException {
    JdbcConfiguration configuration = database.configuration();
    Optional<TableShape> shape = read(connection);
    if (shape.isEmpty() && configuration.createTable()) {
      Optional<String> sql = new TableCreation(database.dialect(), configuration).declared();
      if (sql.isEmpty()) {
        return Optional.empty();
      }
      create(connection, sql.get());
      shape = read(connection);
    }
    return Optional.of(target(shape.orElseThrow(this::missing)));
  }

  /** The target, with the table made from these records if it is still missing. */
  Target resolve(Connection connection, List<SinkRecord> records) throws SinkException {
    Optional<Target> there = resolve(connection);
    if (there.isPresent()) {
      return there.get();
    }
    create(
        connection,
        new TableCreation(database.dialect(), database.configuration()).inferred(records));
    return target(read(connection).orElseThrow(this::missing));
  }

  private Optional<TableShape> read(Connection connection) throws SinkException {
    try {
      Optional<TableShape> shape =
          new TableReader(database.dialect()).read(connection, database.table());
      // Ends the snapshot, and whatever the reading has locked.
      connection.rollback();
      return shape;
    } catch (SQLException e) {
      throw database.failure("read the columns of " + database.table(), e);
    }
  }

  /**
   * IF NOT EXISTS: another writer may be as fast; both then read what came of it. PostgreSQL may
   * refuse one of two that create it at once all the same: both have seen it missing.
   */
  private void create(Connection connection, String sql) throws SinkException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      connection.commit();
      LOG.info("Created {}: {}", database.table(), sql);
    } catch (SQLException e) {
      if (!isThereByNow(connection)) {
        throw database.failure("create " + database.table(), e);
      }
    }
  }

  private boolean isThereByNow(Connection connection) throws SinkException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      return false; // The connection is gone; what failed before is told.
    }
    return read(connection).isPresent();
  }

  private Target target(TableShape shape) throws SinkException {
    TargetPlan plan = TargetPlan.of(shape, database);
    if (!plan.errors().isEmpty()) {
      throw new SinkException("Cannot write into " + shape.name() + ": " + plan.errors().get(0));
    }
    return plan.target();
  }

  private SinkException missing() {
    return new SinkException(
        "Cannot find table " + database.table() + " (create it, or set create-table: true)");
  }
}
