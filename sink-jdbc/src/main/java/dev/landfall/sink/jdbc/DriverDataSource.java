package dev.landfall.sink.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One driver with one address and one user, as the pool wants it. What its sessions need is set
 * once, when they begin, and not each time that the pool lends one. Thread-safe.
 */
final class DriverDataSource implements DataSource {
  private final Driver driver;
  private final JdbcConfiguration configuration;
  private final SessionSetUp setUp;

  /** Only kept for the pool, which sets it and waits by it when it is closed. */
  private volatile int loginTimeoutSeconds;

  DriverDataSource(Driver driver, JdbcConfiguration configuration, SessionSetUp setUp) {
    this.driver = driver;
    this.configuration = configuration;
    this.setUp = setUp;
  }

  /** Prepares a session that has just begun. */
  @FunctionalInterface
  interface SessionSetUp {
    void on(Connection connection) throws SQLException;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = connect();
    try {
      setUp.on(connection);
      return connection;
    } catch (SQLException e) {
      closeAfter(e, connection);
      throw e;
    }
  }

  private static void closeAfter(SQLException cause, Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    configuration.user().ifPresent(user -> properties.setProperty("user", user));
    configuration
        .password()
        .ifPresent(password -> properties.setProperty("password", password.reveal()));
    Connection connection = driver.connect(JdbcUrl.forDriver(configuration.url()), properties);
    if (connection == null) {
      throw new SQLNonTransientConnectionException(
          "the driver does not take " + JdbcUrl.withoutSecrets(configuration.url()));
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is in the configuration");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // Drivers log through their own means.
  }

  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException(type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
