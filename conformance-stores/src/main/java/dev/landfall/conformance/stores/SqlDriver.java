package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Marker;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.SqlStore;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** One database server, one table a run. One thread at a time. */
final class SqlDriver implements StoreDriver {
  private static final int XA_BATCH_ROWS = 3;

  /** On a server of the suite's own. */
  private static final String USER = "suite";

  private static final String SECRET = "LANDFALL_CONFORMANCE_PASSWORD";

  private final SqlDialect dialect;
  private final Map<String, Object> sink;
  private final Optional<SqlStore> own;
  private final SqlAddress address;
  private final String user;
  private final String password;
  private final List<SqlSpace> left = new ArrayList<>();
  private Connection connection;

  private SqlDriver(
      SqlDialect dialect,
      Map<String, Object> sink,
      Optional<SqlStore> own,
      String url,
      String user,
      String password)
      throws SQLException {
    this.dialect = dialect;
    this.sink = sink;
    this.own = own;
    this.address = SqlAddress.of(dialect, url);
    this.user = user;
    this.password = password;
    this.connection = connect();
  }

  /** The server of the sink's {@code url}; without one, a server of its own. */
  static SqlDriver open(SqlDialect dialect, Map<String, Object> sink) throws SQLException {
    if (sink.containsKey("url")) {
      return given(dialect, sink);
    }
    SqlStore store = dialect.start();
    try {
      admit(dialect, store);
      return new SqlDriver(dialect, sink, Optional.of(store), store.jdbcUrl(), USER, Marker.SECRET);
    } catch (SQLException e) {
      store.close();
      throw e;
    }
  }

  /** The store's own password is a word that stands in names as well: this one does not (SI-9). */
  private static void admit(SqlDialect dialect, SqlStore store) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password());
        Statement statement = connection.createStatement()) {
      for (String sql : dialect.admission(USER, Marker.SECRET)) {
        statement.execute(sql);
      }
    }
  }

  private static SqlDriver given(SqlDialect dialect, Map<String, Object> sink) throws SQLException {
    SqlDriver driver =
        new SqlDriver(
            dialect,
            sink,
            Optional.empty(),
            String.valueOf(sink.get("url")),
            String.valueOf(sink.getOrDefault("user", "")),
            String.valueOf(sink.getOrDefault("password", "")));
    try {
      driver.requireListedBranches();
      return driver;
    } catch (SQLException e) {
      driver.close();
      throw e;
    }
  }

  /** Else the first look at the store would fail, in the middle of a run. */
  private void requireListedBranches() throws SQLException {
    if (!mayPrepare()) {
      return;
    }
    try {
      prepared();
    } catch (SQLException e) {
      throw new SQLException(
          String.format(
              "Cannot list the prepared branches of %s as user '%s': %s%s",
              dialect.word(), user, e.getMessage(), dialect.listingRight()),
          e);
    }
  }

  /** The prepared branches of everybody on the server. */
  List<SqlDialect.Branch> prepared() throws SQLException {
    return dialect.prepared(connection);
  }

  /** Whether the sink leaves prepared branches; of other sinks than ours nobody knows. */
  boolean mayPrepare() {
    return !"jdbc".equals(sink.get("type")) || "xa".equals(sink.get("mode"));
  }

  private Connection connect() throws SQLException {
    Connection opened;
    try {
      Properties properties = dialect.patience();
      properties.put("user", user);
      properties.put("password", password);
      opened = DriverManager.getConnection(address.at(address.server()), properties);
    } catch (SQLException e) {
      throw new SQLException(
          String.format(
              "Cannot connect to %s at %s as user '%s': %s (check 'url', 'user' and 'password')",
              dialect.word(),
              address.server(),
              user,
              String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " ")),
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
    try (Statement statement = opened.createStatement()) {
      for (String sql : dialect.setUp()) {
        statement.execute(sql);
      }
    }
    return opened;
  }

  /** What the names of the tables begin with that the sink keeps beside its own. */
  String bookkeeping() {
    return String.valueOf(sink.getOrDefault("bookkeeping", "landfall"));
  }

  /** The quoted name of a table in the sink's {@code schema}; without one, in the connection's. */
  String table(String name) {
    String quoted = dialect.quote(name);
    return sink.containsKey("schema")
        ? dialect.quote(String.valueOf(sink.get("schema"))) + "." + quoted
        : quoted;
  }

  /** To be dropped when the driver is closed. */
  void leave(SqlSpace space) {
    left.add(space);
  }

  Connection connection() {
    return connection;
  }

  /** The sink's section with the table of a run, by way of the proxy. */
  Map<String, Object> sinkAt(InetSocketAddress proxied, String table) {
    Map<String, Object> section = new LinkedHashMap<>(sink);
    section.put("url", address.at(proxied));
    section.put("user", user);
    section.put("password", "${env:" + SECRET + "}");
    section.put("table", table);
    section.put("statement-timeout", "2s");
    section.putIfAbsent("connect-timeout", "5s");
    if ("xa".equals(sink.get("mode"))) {
      // Smaller than an interval: some of it is sent while the host writes, not at the barrier.
      section.putIfAbsent("batch-rows", XA_BATCH_ROWS);
    }
    return section;
  }

  Map<String, String> secrets() {
    return Map.of(SECRET, password);
  }

  InetSocketAddress address() {
    return address.server();
  }

  @Override
  public StoreFacts facts() {
    String version = "unknown";
    try {
      version = connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      // A report without a version is still a report.
    }
    String origin = own.map(store -> store.origin().name()).orElse("GIVEN");
    return new StoreFacts(dialect.word(), version, origin.toLowerCase(Locale.ROOT));
  }

  @Override
  public WireProtocol protocol() {
    return dialect.protocol();
  }

  @Override
  public View view() {
    String mode = String.valueOf(sink.getOrDefault("mode", "upsert"));
    boolean byKey = mode.equals("upsert") || "upsert".equals(sink.get("xa-writes"));
    return byKey ? View.KEYED : View.ROWS;
  }

  @Override
  public StoreSpace space(String name) throws SQLException {
    return SqlSpace.create(this, name);
  }

  @Override
  public boolean restarts() {
    return own.isPresent();
  }

  @Override
  public void restart() throws SQLException {
    SqlStore store = own.orElseThrow();
    store.kill();
    store.restart();
    connection = connect();
  }

  @Override
  public boolean refuses(Address at) {
    if (dialect == SqlDialect.POSTGRES) {
      return at.isOperation(); // the disk may be full at any time
    }
    return switch (at.verb()) {
      case "Select", "XaRecover", "Insert", "Update", "Delete" -> true;
      case "Commit", "XaPrepare", "XaCommit", "XaRollback" -> true; // they wait for backups
      default -> false;
    };
  }

  @Override
  public boolean refusesBadRecords() {
    return true;
  }

  @Override
  public void close() {
    if (own.isEmpty()) {
      left.forEach(SqlSpace::drop);
    }
    left.clear();
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone either way.
    }
    own.ifPresent(SqlStore::close);
  }
}
