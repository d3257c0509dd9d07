package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * Makes the driver's {@code XADataSource}. JDBC has no common way to make one, so this is the one
 * place that goes by name. Stateless, thread-safe.
 */
final class XaDataSources {
  private XaDataSources() {}

  /**
   * Connects.
   *
   * @throws SQLException if there is no connection within the connect time-out
   */
  static XAConnection connect(Database database) throws SinkException, SQLException {
    JdbcConfiguration configuration = database.configuration();
    XADataSource source = of(configuration, database.dialect());
    try {
      return TimedConnect.within(
          configuration.connectTimeout().toNanos(),
          database.context().threads(),
          source::getXAConnection,
          XAConnection::close);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while connecting", e);
    }
  }

  static XADataSource of(JdbcConfiguration configuration, Dialect dialect) throws SinkException {
    String name =
        dialect
            .xaDataSource()
            .orElseThrow(
                () ->
                    new SinkException(
                        "Cannot use mode xa on "
                            + dialect.name()
                            + ": a prepared branch of it does not survive what it must; expected"
                            + " MySQL, MariaDB or PostgreSQL (use mode upsert or confirm)"));
    ClassLoader loader = Drivers.of(configuration.url()).getClass().getClassLoader();
    try {
      Object source = Class.forName(name, true, loader).getConstructor().newInstance();
      set(source, "setUrl", configuration.url());
      if (configuration.user().isPresent()) {
        set(source, "setUser", configuration.user().get());
      }
      if (configuration.password().isPresent()) {
        set(source, "setPassword", configuration.password().get().reveal());
      }
      return (XADataSource) source;
    } catch (InvocationTargetException e) {
      // The cause may repeat the address with what is secret in it.
      throw new SinkException(
          "Cannot set up " + name + " for " + JdbcUrl.withoutSecrets(configuration.url()));
    } catch (ReflectiveOperationException e) {
      throw new SinkException(
          "Cannot make " + name + ": " + e + " (use a driver of a version that has it)", e);
    }
  }

  private static void set(Object source, String setter, String value)
      throws ReflectiveOperationException {
    source.getClass().getMethod(setter, String.class).invoke(source, value);
  }
}
