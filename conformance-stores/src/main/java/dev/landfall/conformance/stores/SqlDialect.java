package dev.landfall.conformance.stores;

import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** How the observer speaks with one kind of database. */
@SuppressWarnings("ImmutableEnumChecker") // protocols hold no state, and the lists are immutable
enum SqlDialect {
  MYSQL(
      WireProtocol.MYSQL,
      List.of(
          "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
          "SET SESSION innodb_lock_wait_timeout = 1",
          "SET SESSION lock_wait_timeout = 1",
          "SET SESSION max_execution_time = 2000"),
      List.of("sslMode=DISABLED", "allowPublicKeyRetrieval=true"),
      3306) {
    @Override
    SqlStore start() {
      return Stores.mysql().own().start();
    }
  },
  MARIADB(
      WireProtocol.MYSQL,
      List.of(
          "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
          "SET SESSION innodb_lock_wait_timeout = 1",
          "SET SESSION lock_wait_timeout = 1",
          "SET SESSION max_statement_time = 2"),
      List.of("sslMode=disable"),
      3306) {
    @Override
    SqlStore start() {
      return Stores.mariadb().own().start();
    }
  },
  POSTGRES(
      WireProtocol.POSTGRES,
      List.of("SET lock_timeout = '1s'", "SET statement_timeout = '2s'"),
      List.of("sslmode=disable"),
      5432) {
    @Override
    SqlStore start() {
      return Stores.postgres().own().start();
    }
  };

  private static final long CONNECT_SECONDS = 5;
  private static final long ANSWER_SECONDS = 20;

  private final WireProtocol protocol;
  private final List<String> setUp;
  private final List<String> parameters;
  private final int port;

  SqlDialect(WireProtocol protocol, List<String> setUp, List<String> parameters, int port) {
    this.protocol = protocol;
    this.setUp = setUp;
    this.parameters = parameters;
    this.port = port;
  }

  abstract SqlStore start();

  WireProtocol protocol() {
    return protocol;
  }

  /** So that the observer never waits for long. */
  List<String> setUp() {
    return setUp;
  }

  /**
   * Makes a user who may do everything. PostgreSQL derives a key from his password in as many
   * rounds as it is told (from version 16), and each of the many processes would do so again.
   */
  List<String> admission(String user, String password) {
    return this == POSTGRES
        ? List.of(
            "SELECT set_config(name, '1', false) FROM pg_settings WHERE name = 'scram_iterations'",
            "CREATE ROLE " + user + " LOGIN SUPERUSER PASSWORD '" + password + "'")
        : List.of(
            "CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + password + "'",
            "GRANT ALL PRIVILEGES ON *.* TO '" + user + "'@'%'");
  }

  /**
   * Bounds of the observer's connection. By themselves drivers wait for ever for the first word of
   * whatever listens at an address.
   */
  Properties patience() {
    long perSecond = this == POSTGRES ? 1 : 1_000;
    Properties patience = new Properties();
    patience.put("connectTimeout", Long.toString(CONNECT_SECONDS * perSecond));
    patience.put("socketTimeout", Long.toString(ANSWER_SECONDS * perSecond));
    if (this == POSTGRES) {
      patience.put("loginTimeout", Long.toString(ANSWER_SECONDS));
    }
    return patience;
  }

  /** In the clear: a proxy that reads along can name what it holds. */
  List<String> parameters() {
    return parameters;
  }

  /** What the address of such a server begins with. */
  String scheme() {
    return this == POSTGRES ? "jdbc:postgresql:" : "jdbc:" + word() + ":";
  }

  /** Where it listens if an address names no port. */
  int port() {
    return port;
  }

  /** The right that listing prepared branches needs, where it needs one. */
  String listingRight() {
    return this == MYSQL ? ", expected GRANT XA_RECOVER_ADMIN ON *.* TO that user" : "";
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String quote(String name) {
    char quote = this == POSTGRES ? '"' : '`';
    return quote + name.replace(String.valueOf(quote), String.valueOf(quote) + quote) + quote;
  }

  /** The names of prepared branches and the statements that roll them back. */
  List<Branch> prepared(Connection connection) throws SQLException {
    return this == POSTGRES ? preparedInPostgres(connection) : preparedInMySql(connection);
  }

  /**
   * A prepared branch. Immutable, thread-safe.
   *
   * @param name both halves of its xid, as {@code GLOBAL,BRANCH}
   * @param rollback the statement that ends it
   */
  record Branch(String name, String rollback) {}

  private static List<Branch> preparedInMySql(Connection connection) throws SQLException {
    List<Branch> branches = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("XA RECOVER")) {
      while (rows.next()) {
        byte[] data = rows.getBytes("data");
        int global = rows.getInt("gtrid_length");
        HexFormat hex = HexFormat.of();
        String xid =
            String.format(
                "0x%s,0x%s,%d",
                hex.formatHex(data, 0, global),
                hex.formatHex(data, global, data.length),
                rows.getLong("formatID"));
        branches.add(
            new Branch(
                SqlNames.latin(data, 0, global) + "," + SqlNames.latin(data, global, data.length),
                "XA ROLLBACK " + xid));
      }
    }
    return branches;
  }

  private static List<Branch> preparedInPostgres(Connection connection) throws SQLException {
    List<Branch> branches = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT gid FROM pg_prepared_xacts")) {
      while (rows.next()) {
        branches.add(
            new Branch(rows.getString(1), "ROLLBACK PREPARED '" + rows.getString(1) + "'"));
      }
    }
    return branches;
  }
}
