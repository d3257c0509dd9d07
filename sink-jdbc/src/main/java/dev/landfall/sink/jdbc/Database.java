package dev.landfall.sink.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The way to one database: dialect, driver and pool. The pool is made at the first connection, so
 * that opening a sink touches nothing. Thread-safe.
 */
final class Database implements AutoCloseable {
  /** More writers than this in one process wait for each other and fail loudly. */
  private static final int MAX_CONNECTIONS = 64;

  private final JdbcConfiguration configuration;
  private final SinkContext context;
  private final Dialect dialect;

  /** Guards the pool's making and closing. */
  private final Object lock = new Object();

  private @Nullable HikariDataSource pool;
  private boolean closed;

  Database(JdbcConfiguration configuration, SinkContext context, Dialect dialect) {
    this.configuration = configuration;
    this.context = context;
    this.dialect = dialect;
  }

  Dialect dialect() {
    return dialect;
  }

  JdbcConfiguration configuration() {
    return configuration;
  }

  SinkContext context() {
    return context;
  }

  TableName table() {
    return new TableName(configuration.schema(), configuration.table());
  }

  /**
   * Most bytes in one statement: what is configured, or less where the server takes less. Half of
   * the server's limit, for it counts the statement's text as well.
   */
  long batchBytes(Connection connection) throws SinkException {
    long configured = configuration.batchSize().bytes();
    if (dialect.maxStatementBytesSql().isEmpty()) {
      return configured;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(dialect.maxStatementBytesSql().get())) {
      return row.next() ? Math.min(configured, row.getLong(1) / 2) : configured;
    } catch (SQLException e) {
      throw failure("ask for the server's limits", e);
    }
  }

  /**
   * A connection from the pool: UTC, READ COMMITTED, transactions begun by the first statement.
   *
   * @throws StoreUnavailableException if there is none within the connect time-out
   */
  Connection connect() throws SinkException {
    Connection connection = lend();
    try {
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      destroy(connection);
      throw cannotConnect(e);
    }
  }

  /** A connection from the pool, each of whose statements commits by itself. */
  private Connection lend() throws SinkException {
    Connection connection;
    try {
      connection = pool().getConnection();
    } catch (SQLException e) {
      throw cannotConnect(e);
    }
    try {
      boundAnswers(connection); // the pool gives it back with a time-out of its own
      return connection;
    } catch (SQLException e) {
      destroy(connection);
      throw cannotConnect(e);
    }
  }

  private SinkException cannotConnect(SQLException cause) {
    return failure("connect to " + JdbcUrl.withoutSecrets(configuration.url()), cause);
  }

  /**
   * A connection outside the pool, with the settings of one of the pool: for the first look, which
   * is to tell at once what is wrong.
   */
  Connection firstConnection() throws SinkException, SQLException, InterruptedException {
    FirstConnection.Place place =
        JdbcUrl.isInProcess(configuration.url())
            ? FirstConnection.Place.THIS_PROCESS
            : FirstConnection.Place.A_SERVER;
    FirstConnection first =
        new FirstConnection(source(), dialect, place, context.time(), context.threads());
    Connection connection = first.open(configuration.connectTimeout());
    try {
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private DriverDataSource source() throws SinkException {
    return new DriverDataSource(Drivers.of(configuration.url()), configuration, this::initialise);
  }

  /** Half of a statement's time, so that a lock wait is told as what it is. */
  private Duration lockWait() {
    return configuration.statementTimeout().dividedBy(2);
  }

  /** A server that went silent must not hold a writer for ever; an embedded one cannot. */
  private void boundAnswers(Connection connection) throws SQLException {
    try {
      connection.setNetworkTimeout(
          Runnable::run, Math.toIntExact(configuration.statementTimeout().toMillis()));
    } catch (SQLFeatureNotSupportedException e) {
      // H2: there is no network between us.
    }
  }

  private HikariDataSource pool() throws SinkException {
    synchronized (lock) {
      if (closed) {
        throw new SinkException("Cannot connect: the sink is closed");
      }
      if (pool == null) {
        pool = new HikariDataSource(settings());
      }
      return pool;
    }
  }

  private HikariConfig settings() throws SinkException {
    HikariConfig settings = new HikariConfig();
    settings.setPoolName("landfall-" + context.sink().toString().replace('/', '-'));
    settings.setDataSource(source());
    settings.setMaximumPoolSize(MAX_CONNECTIONS);
    settings.setMinimumIdle(0);
    settings.setConnectionTimeout(configuration.connectTimeout().toMillis());
    settings.setInitializationFailTimeout(-1);
    settings.setThreadFactory(context.threads());
    return settings;
  }

  /**
   * Does something in a transaction of its own, on a connection from the pool.
   *
   * @param what completes "Cannot …"
   */
  <T> T inTransaction(String what, SqlWork<T> work) throws SinkException {
    return on(
        connect(),
        what,
        connection -> {
          T result = work.on(connection);
          connection.commit();
          return result;
        });
  }

  /**
   * Does something whose statements stand each for itself, on a connection from the pool. None
   * keeps a lock while the next one is on its way: a process that dies in between, and whose
   * connection the server does not see end, leaves nothing that its successor waits for.
   *
   * @param what completes "Cannot …"
   */
  <T> T oneByOne(String what, SqlWork<T> work) throws SinkException {
    return on(lend(), what, work);
  }

  private <T> T on(Connection connection, String what, SqlWork<T> work) throws SinkException {
    boolean done = false;
    try {
      T result = work.on(connection);
      connection.close();
      done = true;
      return result;
    } catch (SQLException e) {
      throw failure(what, e);
    } finally {
      if (!done) {
        destroy(connection);
      }
    }
  }

  /** The settings that every session of ours has. */
  void initialise(Connection connection) throws SQLException {
    boundAnswers(connection);
    try (Statement statement = connection.createStatement()) {
      for (String sql : dialect.sessionStatements(lockWait())) {
        statement.execute(sql);
      }
    }
  }

  /** Ends a connection for good: whatever state it is in, nobody gets it again. */
  void destroy(Connection connection) {
    synchronized (lock) {
      if (pool != null) {
        // Closes the real connection at once; closing the pool's own as well would fail.
        pool.evictConnection(connection);
      }
    }
  }

  /**
   * Says in one line what an error means to the host, without the statement and without secrets
   * (SI-9).
   */
  SinkException failure(String what, SQLException error) {
    String message =
        "Cannot "
            + what
            + ": "
            + String.valueOf(error.getMessage()).replaceAll("\\s*\\R\\s*", " ")
            + " (SQLSTATE "
            + error.getSQLState()
            + ", error "
            + error.getErrorCode()
            + ")";
    return switch (SqlFailure.of(error, dialect)) {
      case UNAVAILABLE, LOCK -> new StoreUnavailableException(message, error);
      case DATA, OTHER -> new SinkException(message, error);
    };
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (pool != null) {
        pool.close();
        pool = null;
      }
    }
  }
}
