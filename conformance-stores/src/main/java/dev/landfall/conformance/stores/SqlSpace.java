package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver.BlockedException;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.net.InetSocketAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** The table of one run: a key and a value, each text. One thread at a time. */
final class SqlSpace implements StoreSpace {
  private static final int VALUE_LENGTH = 40;

  /** Lock and statement time-outs of MySQL, MariaDB and PostgreSQL. */
  private static final Set<Integer> TIMEOUTS = Set.of(1205, 1969, 3024);

  private static final Set<String> TIMEOUT_STATES = Set.of("55P03", "57014");

  /** What the JDBC sink keeps beside its data, without what differs from run to run. */
  private static final Map<String, String> KEPT =
      Map.of(
          "_confirmation", "subtask, generation, ordinal",
          "_fence", "subtask, parallelism, generation",
          "_session", "subtask, generation, work");

  /** No such table. */
  private static final Set<String> MISSING = Set.of("42S02", "42P01");

  private static final long LONGEST_CLOSE_NANOS = 1_000_000_000L;
  private static final long CLOSE_TICK_NANOS = 50_000_000L;

  private final SqlDriver driver;
  private final String name;

  private SqlSpace(SqlDriver driver, String name) {
    this.driver = driver;
    this.name = name;
  }

  static SqlSpace create(SqlDriver driver, String name) throws SQLException {
    String key = driver.view() == View.KEYED ? ", PRIMARY KEY (k)" : "";
    try (Statement statement = driver.connection().createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + driver.table(name)
              + " (k VARCHAR(40) NOT NULL, v VARCHAR("
              + VALUE_LENGTH
              + ")"
              + key
              + ")");
    }
    return new SqlSpace(driver, name);
  }

  @Override
  public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
    return driver.sinkAt(route.apply(driver.address()), name);
  }

  @Override
  public Map<String, String> secrets() {
    return driver.secrets();
  }

  /** A bad record has a value that the column has no room for. */
  @Override
  public SinkRecord shape(SinkRecord record) {
    Map<String, Value> fields = new LinkedHashMap<>();
    String text = record.value().toString();
    fields.put("k", record.key());
    fields.put("v", Value.of(text.startsWith("bad") ? text + "!".repeat(VALUE_LENGTH) : text));
    return record.isDelete()
        ? record
        : SinkRecord.put(record.key(), Value.of(fields)).at(record.position());
  }

  @Override
  public String interval(String wireName) {
    return SqlNames.interval(wireName).orElse(wireName);
  }

  @Override
  public List<Item> read() throws SQLException, BlockedException {
    boolean keyed = driver.view() == View.KEYED;
    List<Item> items = new ArrayList<>();
    // Rows have no order of their own: equal tables are to look equal whoever wrote first.
    String sql = "SELECT k, v FROM " + driver.table(name) + " ORDER BY " + (keyed ? "k" : "v, k");
    try (Statement statement = driver.connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        items.add(new Item(keyed ? rows.getString(1) : "", rows.getString(2)));
      }
    } catch (SQLException e) {
      throw blockedOr(e);
    }
    return items;
  }

  private static SQLException blockedOr(SQLException e) throws BlockedException {
    boolean timeout =
        e instanceof SQLTimeoutException
            || TIMEOUTS.contains(e.getErrorCode())
            || TIMEOUT_STATES.contains(String.valueOf(e.getSQLState()));
    if (timeout) {
      throw new BlockedException("a reader waits", e);
    }
    return e;
  }

  @Override
  public List<RawEntry> raw() throws SQLException, BlockedException {
    try {
      List<RawEntry> entries = new ArrayList<>();
      for (SqlDialect.Branch branch : branches()) {
        entries.add(
            new RawEntry(
                RawEntry.Kind.PREPARED_TRANSACTION, branch.name(), interval(branch.name())));
      }
      return entries;
    } catch (SQLException e) {
      throw blockedOr(e);
    }
  }

  /** Fences, sessions and confirmations, as the JDBC sink keeps them. */
  @Override
  public String state() throws SQLException {
    StringBuilder state = new StringBuilder();
    for (Map.Entry<String, String> kept : KEPT.entrySet()) {
      state.append(kept.getKey()).append(rows(kept.getKey(), kept.getValue()));
    }
    return state.toString();
  }

  private List<String> rows(String table, String columns) throws SQLException {
    List<String> rows = new ArrayList<>();
    String sql =
        String.format(
            "SELECT %s FROM %s WHERE pipeline LIKE '%sa%%' ORDER BY 1, 2, 3",
            columns, kept(table), name);
    try (Statement statement = driver.connection().createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(row.getString(1) + "/" + row.getString(2) + "/" + row.getString(3));
      }
    } catch (SQLException e) {
      if (!isUnknown(e)) {
        throw e;
      }
    }
    return rows;
  }

  /** By name: MySQL and MariaDB list them by a hash, so that equal stores look different. */
  private List<SqlDialect.Branch> branches() throws SQLException {
    if (!driver.mayPrepare()) {
      return List.of();
    }
    return driver.prepared().stream()
        .filter(this::isHere)
        .sorted(Comparator.comparing(SqlDialect.Branch::name))
        .toList();
  }

  private boolean isHere(SqlDialect.Branch branch) {
    Optional<String> interval = SqlNames.interval(branch.name());
    return interval.filter(one -> one.startsWith(name + "a")).isPresent();
  }

  @Override
  public void close() {
    long deadline = System.nanoTime() + LONGEST_CLOSE_NANOS;
    while (!drop()) {
      if (System.nanoTime() > deadline) {
        driver.leave(this);
        return;
      }
      LockSupport.parkNanos(CLOSE_TICK_NANOS);
    }
  }

  /**
   * Tries once to end and to drop everything, each part by itself: a dying session may hold one for
   * a moment.
   *
   * @return whether nothing is left
   */
  boolean drop() {
    boolean dropped = rollBack();
    for (String kept : KEPT.keySet()) {
      dropped &= execute("DELETE FROM " + kept(kept) + " WHERE pipeline LIKE '" + name + "a%'");
    }
    String beside = driver.table(name + LookingSink.SUFFIX);
    return execute("DROP TABLE IF EXISTS " + driver.table(name) + ", " + beside) && dropped;
  }

  private boolean rollBack() {
    boolean ended = true;
    try {
      for (SqlDialect.Branch branch : branches()) {
        ended &= execute(branch.rollback());
      }
      return ended;
    } catch (SQLException e) {
      return false;
    }
  }

  private boolean execute(String sql) {
    try (Statement statement = driver.connection().createStatement()) {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      return isMissing(e);
    }
  }

  private String kept(String suffix) {
    return driver.table(driver.bookkeeping() + suffix);
  }

  /** Not made yet, or a table of somebody else's that is none of this sink's. */
  private static boolean isUnknown(SQLException e) {
    return String.valueOf(e.getSQLState()).startsWith("42");
  }

  /** Never made, or the sink under test keeps no such table. */
  private static boolean isMissing(SQLException e) {
    return MISSING.contains(String.valueOf(e.getSQLState()));
  }
}
