package dev.landfall.sink.jdbc;

import java.util.Optional;

/** MySQL from 8.0.19, where an inserted row can be given a name. Stateless, thread-safe. */
final class MySqlDialect implements MySqlFamily {
  @Override
  public String name() {
    return "MySQL";
  }

  /** A binary collation that does not pad: two keys are one only if they are equal. */
  @Override
  public String tableOptions() {
    return " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin";
  }

  @Override
  public String upsertSql(Target target, int rows) {
    return Sql.insert(this, target, rows)
        + " AS landfall_new"
        + onDuplicate(target, name -> "landfall_new." + name);
  }

  @Override
  public Optional<String> xaDataSource() {
    return Optional.of("com.mysql.cj.jdbc.MysqlXADataSource");
  }

  /** From 8.0.29, unless switched off; older servers do not know the variable. */
  @Override
  public String detachesSql() {
    return "SELECT COUNT(*) FROM performance_schema.global_variables"
        + " WHERE variable_name = 'xa_detach_on_prepare' AND variable_value = 'ON'";
  }
}
