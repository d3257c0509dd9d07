package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Finds JDBC drivers beside this class first, then where the thread looks. {@link
 * java.sql.DriverManager} would not do: it loads drivers once, from the application's class path,
 * and hides those of a connector's own class loader. Stateless, thread-safe.
 */
final class Drivers {
  private Drivers() {}

  /**
   * The driver that takes an address.
   *
   * @throws SinkException if no jar holds one
   */
  static Driver of(String url) throws SinkException {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    for (ClassLoader loader : new ClassLoader[] {Drivers.class.getClassLoader(), context}) {
      try {
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
          if (driver.acceptsURL(url)) {
            return driver;
          }
        }
      } catch (ServiceConfigurationError | SQLException e) {
        throw new SinkException("Cannot load a JDBC driver: " + e.getMessage(), e);
      }
    }
    throw new SinkException(
        "Cannot connect to "
            + JdbcUrl.withoutSecrets(url)
            + ": no driver on the class path takes it (put the driver's jar into drivers/ beside"
            + " the landfall command, or into the class path)");
  }
}
