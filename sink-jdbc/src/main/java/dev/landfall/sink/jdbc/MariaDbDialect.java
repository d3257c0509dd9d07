package dev.landfall.sink.jdbc;

import java.util.Optional;

/**
 * MariaDB from 10.5, where a prepared branch outlives its session. Until that ends the branch stays
 * with it, so {@link #detachesSql} keeps its answer. Stateless, thread-safe.
 */
final class MariaDbDialect implements MySqlFamily {
  @Override
  public String name() {
    return "MariaDB";
  }

  /** A binary collation that does not pad: two keys are one only if they are equal. */
  @Override
  public String tableOptions() {
    return " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
  }

  @Override
  public String upsertSql(Target target, int rows) {
    return Sql.insert(this, target, rows) + onDuplicate(target, name -> "VALUES(" + name + ")");
  }

  @Override
  public Optional<String> xaDataSource() {
    return Optional.of("org.mariadb.jdbc.MariaDbDataSource");
  }
}
