package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.StoreProbeProvider;
import java.sql.SQLException;
import java.util.List;

/** Probes MySQL, MariaDB and PostgreSQL. Stateless, thread-safe. */
public final class JdbcProbeProvider implements StoreProbeProvider<JdbcProbeConfiguration> {
  private static final String MYSQL = "mysql";
  private static final String MARIADB = "mariadb";
  private static final String POSTGRES = "postgres";

  @Override
  public List<String> dialects() {
    return List.of(MYSQL, MARIADB, POSTGRES);
  }

  @Override
  public Class<JdbcProbeConfiguration> configuration() {
    return JdbcProbeConfiguration.class;
  }

  @Override
  public StoreProbe open(String dialect, JdbcProbeConfiguration configuration, ProbeContext context)
      throws SinkException, SQLException {
    SqlProbe probe = new SqlProbe(new SqlProbeTarget(configuration, verbs(dialect), context));
    probe.begin(dialect);
    return probe;
  }

  private static SqlProbeVerbs verbs(String dialect) {
    return switch (dialect) {
      case MYSQL, MARIADB -> new MySqlProbeVerbs();
      case POSTGRES -> new PostgresProbeVerbs();
      default ->
          throw new IllegalArgumentException(
              "Cannot probe '" + dialect + "': expected mysql, mariadb or postgres");
    };
  }
}
