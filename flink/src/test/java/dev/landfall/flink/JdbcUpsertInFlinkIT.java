package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;

/** The JDBC sink in mode upsert (idempotent) in Flink, on MySQL. */
@RealStores
final class JdbcUpsertInFlinkIT extends SinkInFlink {
  private final SqlTable table = new SqlTable(Stores.mysql().shared());

  @Override
  Target target() {
    return new JdbcTarget(table, "upsert");
  }
}
