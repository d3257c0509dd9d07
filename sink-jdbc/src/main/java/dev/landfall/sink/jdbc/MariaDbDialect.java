package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.record.Value;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** MariaDB from 10.5, where a prepared branch outlives its session. Stateless, thread-safe. */
final class MariaDbDialect implements Dialect {
  @Override
  public String name() {
    return "MariaDB";
  }

  @Override
  public String quote(String identifier) {
    return MySqlFamily.quote(identifier);
  }

  @Override
  public int maxParameters() {
    return MySqlFamily.MAX_PARAMETERS;
  }

  @Override
  public boolean countsErrorsLikeMySql() {
    return true;
  }

  @Override
  public List<String> sessionStatements(Duration lockWait) {
    return MySqlFamily.sessionStatements(lockWait);
  }

  @Override
  public Optional<String> maxStatementBytesSql() {
    return Optional.of("SELECT @@max_allowed_packet");
  }

  @Override
  public String columnsSql() {
    return MySqlFamily.columnsSql();
  }

  @Override
  public String uniqueIndexesSql() {
    return MySqlFamily.uniqueIndexesSql();
  }

  @Override
  public Column column(ResultSet row) throws SQLException {
    return MySqlFamily.column(row);
  }

  @Override
  public String typeFor(Value.Kind kind, KeyPart isKey, int scale) {
    return MySqlFamily.typeFor(kind, isKey, scale);
  }

  @Override
  public String tableOptions() {
    return " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
  }

  @Override
  public String upsertSql(Target target, int rows) {
    return Sql.insert(this, target, rows)
        + MySqlFamily.onDuplicate(target, name -> "VALUES(" + name + ")");
  }

  @Override
  public void bindText(PreparedStatement statement, int parameter, Object value)
      throws SQLException {
    statement.setString(parameter, value.toString());
  }

  @Override
  public List<Finding> check(Connection connection, Database database, PipelineTerms terms)
      throws SQLException {
    return new MySqlChecks(connection, database, "MariaDB", terms).findings();
  }

  @Override
  public Optional<Sessions> sessions() {
    return Optional.of(new NamedLockSessions());
  }

  @Override
  public Optional<String> xaDataSource() {
    return Optional.of("org.mariadb.jdbc.MariaDbDataSource");
  }

  /** A prepared branch stays with its session until that ends. */
  @Override
  public String detachesSql() {
    return "SELECT 0";
  }
}
