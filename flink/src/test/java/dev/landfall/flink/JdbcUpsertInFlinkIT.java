package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import org.junit.jupiter.api.Tag;

/**
 * The JDBC sink in mode upsert (idempotent) in Flink, on MySQL.
 *
 * <p>Under {@code -Pfull} until it has passed whole; docs/flink.md says what is known.
 */
@Tag("full")
@RealStores
final class JdbcUpsertInFlinkIT extends SinkInFlink {
  private final SqlTable table = new SqlTable(Stores.mysql().shared());

  @Override
  Target target() {
    return new JdbcTarget(table, "upsert");
  }
}
