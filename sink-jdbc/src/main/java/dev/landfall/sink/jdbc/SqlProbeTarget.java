package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Transcript;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** The database that is probed, and everything that the probe made there. One thread at a time. */
final class SqlProbeTarget {
  /** So often, and so far apart, something is looked for that the server does in its own time. */
  private static final int LOOKS = 100;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final JdbcProbeConfiguration configuration;
  private final SqlProbeVerbs verbs;
  private final ProbeContext context;
  private final Set<String> transactions = new LinkedHashSet<>();
  private int names;

  SqlProbeTarget(JdbcProbeConfiguration configuration, SqlProbeVerbs verbs, ProbeContext context) {
    this.configuration = configuration;
    this.verbs = verbs;
    this.context = context;
  }

  SqlProbeVerbs verbs() {
    return verbs;
  }

  ProbeContext context() {
    return context;
  }

  /** Where it is, without secrets. */
  String address() {
    return configuration.toString();
  }

  /** The table of the experiments. */
  String table() {
    return context.namespace() + "_rows";
  }

  String insert(String key, int value) {
    return "INSERT INTO " + table() + " (k, v) VALUES ('" + key + "', " + value + ")";
  }

  /** Counts the rows whose key begins with {@code key}. */
  String count(String key) {
    return "SELECT COUNT(*) FROM " + table() + " WHERE k LIKE '" + key + "%'";
  }

  /** A key that no other experiment uses. */
  String key() {
    return "k" + ++names + "-";
  }

  /** A transaction's name; it is rolled back at the end if it is still there. */
  String transaction() {
    String name = context.namespace() + "_" + ++names;
    transactions.add(name);
    return name;
  }

  /** A new connection, as a process of its own would have. */
  SqlProbeSession connect(String name, Transcript transcript) throws SinkException, SQLException {
    Driver driver = Drivers.of(configuration.url());
    Properties properties = verbs.patience();
    configuration.user().ifPresent(user -> properties.setProperty("user", user));
    configuration
        .password()
        .ifPresent(password -> properties.setProperty("password", password.reveal()));
    Connection connection = driver.connect(configuration.url(), properties);
    if (connection == null) {
      throw new SQLNonTransientConnectionException("the driver does not take " + configuration);
    }
    return new SqlProbeSession(name, connection, transcript);
  }

  /** Whether a prepared transaction is listed, as {@code session} sees it. */
  boolean isListed(SqlProbeSession session, String transaction) {
    return names(session.ask(verbs.list())).contains(transaction);
  }

  private List<String> names(SqlReply listing) {
    return listing.rows().stream()
        .map(row -> row.split("\\|", -1))
        .filter(columns -> columns.length >= verbs.listedColumn())
        .map(columns -> columns[verbs.listedColumn() - 1])
        .toList();
  }

  /**
   * Waits until the server has seen the end of a session, and has let go of the branch that it had
   * prepared: a list of sessions no longer shows one whose branch can be taken, but not yet found.
   *
   * @return how long the list had it; empty if it did not end in time
   */
  java.util.Optional<Duration> awaitEnd(SqlProbeSession observer, String session)
      throws InterruptedException {
    long start = context.time().nanos();
    for (int look = 0; look < LOOKS; look++) {
      SqlReply reply = observer.reply(verbs.sessionIsThere(session));
      if (reply.isOk() && reply.rows().isEmpty()) {
        Duration listed = Duration.ofNanos(context.time().nanos() - start);
        context.time().pause(SessionEnd.FREED);
        return java.util.Optional.of(listed);
      }
      context.time().pause(BETWEEN_LOOKS);
    }
    return java.util.Optional.empty();
  }

  /**
   * Nothing is prepared that the same user could not find again.
   *
   * @throws SinkException if this user may not list what is prepared; names the right
   */
  void requireListing(SqlProbeSession session) throws SinkException {
    SqlReply listing = session.ask(verbs.list());
    if (!listing.isOk()) {
      throw new SinkException(
          "Cannot probe "
              + configuration
              + ": \""
              + verbs.list()
              + "\" was answered "
              + listing
              + ", expected a list of what is prepared (on MySQL, GRANT XA_RECOVER_ADMIN ON *.* TO"
              + " this user); nothing was written");
    }
  }

  /** Makes the table. */
  void create(SqlProbeSession session) throws SQLException {
    session.run("CREATE TABLE " + table() + " (k VARCHAR(60) PRIMARY KEY, v INT)");
  }

  /**
   * Rolls back what is still prepared, and only then drops the table: a prepared transaction would
   * make the drop wait, for a year by default.
   *
   * @throws SinkException if something stays
   */
  void remove() throws SinkException {
    Transcript transcript = new Transcript();
    try (SqlProbeSession session = connect("cleaner", transcript)) {
      for (String transaction : transactions) {
        rollBack(session, transaction);
      }
      session.run(verbs.waitOneSecond(), "DROP TABLE IF EXISTS " + table());
    } catch (SQLException e) {
      throw new SinkException(
          "Cannot remove " + table() + " from " + configuration + ": " + e.getMessage(), e);
    }
  }

  private void rollBack(SqlProbeSession session, String transaction) throws SinkException {
    for (int attempt = 0; attempt < LOOKS; attempt++) {
      SqlReply listing = session.ask(verbs.list());
      if (listing.isOk() && !names(listing).contains(transaction)) {
        return;
      }
      // Its name is enough, should the right to list be gone by now.
      if (session.reply(verbs.rollback(transaction)).isOk()) {
        return;
      }
      try {
        context.time().pause(Duration.ofMillis(attempt));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new SinkException(
        "Cannot roll back '" + transaction + "' in " + configuration + ": it stays prepared");
  }
}
