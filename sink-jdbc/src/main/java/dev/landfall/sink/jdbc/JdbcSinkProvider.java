package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;

/** The connector {@code jdbc}. Stateless, thread-safe. */
public final class JdbcSinkProvider implements SinkProvider<JdbcConfiguration> {
  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String summary() {
    return "Rows in MySQL, MariaDB, PostgreSQL or H2: upsert, xa or confirm";
  }

  @Override
  public Class<JdbcConfiguration> configuration() {
    return JdbcConfiguration.class;
  }

  @Override
  public Sink open(JdbcConfiguration configuration, SinkContext context) throws SinkException {
    Dialect dialect =
        Dialects.of(configuration.url())
            .orElseThrow(
                () ->
                    new SinkException(
                        "Cannot use "
                            + JdbcUrl.withoutSecrets(configuration.url())
                            + ": expected an address of MySQL, MariaDB, PostgreSQL or H2"));
    Database database = new Database(configuration, context, dialect);
    return switch (configuration.mode()) {
      case UPSERT -> new UpsertSink(database);
      case XA -> xa(database);
      case CONFIRM -> new ConfirmSink(Ledger.of(database));
    };
  }

  /** Refuses a database without XA before anything else does. */
  private static Sink xa(Database database) throws SinkException {
    XaDataSources.of(database.configuration(), database.dialect());
    return new XaSink(Ledger.of(database));
  }
}
