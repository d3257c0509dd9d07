package dev.landfall.sink.jdbc;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pipeline file says about this sink. Everything is validated at once, so that one start
 * tells all that is wrong. Immutable, thread-safe.
 */
public record JdbcConfiguration(
    @Key("JDBC address of the database, such as jdbc:mysql://localhost:3306/shop.") String url,
    @Key(value = "How rows are written: upsert, xa or confirm.", defaultValue = "upsert")
        JdbcMode mode,
    @Key("Name of the database user.") Optional<String> user,
    @Key("Password of the database user.") Optional<Secret> password,
    @Key("Name of the table, taken as it is: a dot is part of the name.") String table,
    @Key("Schema of the table; the connection's own without it.") Optional<String> schema,
    @Key(
            value =
                "Columns and their SQL types, for a new table and as the list of columns to write.",
            defaultValue = "{}")
        Map<String, String> columns,
    @Key(
            value = "Columns that hold the record's key; the table's primary key without it.",
            defaultValue = "[]")
        List<String> keyColumns,
    @Key(value = "Whether a missing table is created.", defaultValue = "false") boolean createTable,
    @Key(
            "Column with a growing version: an older one never replaces a newer one (mode upsert, "
                + "I-5).")
        Optional<String> version,
    @Key(
            value = "What becomes of a field without a column: reject (the record) or ignore.",
            defaultValue = "reject")
        UnknownFields unknownFields,
    @Key(value = "Most rows in one statement or batch, 1 to 100000.", defaultValue = "1000")
        int batchRows,
    @Key(
            value = "Most bytes in one statement or batch; less where the server takes less.",
            defaultValue = "4MiB")
        DataSize batchSize,
    @Key(
            value =
                "How long one statement may take, lock waits included; 1 s to 1 h, whole seconds.",
            defaultValue = "30s")
        Duration statementTimeout,
    @Key(value = "How long to wait for a connection, 1 s to 10 min.", defaultValue = "10s")
        Duration connectTimeout,
    @Key(
            value = "How often work is repeated after a deadlock or lock wait, 0 to 100.",
            defaultValue = "5")
        int lockRetries,
    @Key(
            value =
                "What a branch does with a row (mode xa): insert, or upsert by key, which holds an"
                    + " interval back until the one before is committed.",
            defaultValue = "insert")
        XaWrites xaWrites,
    @Key(value = "Most bytes held back in mode xa with xa-writes: upsert.", defaultValue = "64MiB")
        DataSize bufferSize,
    @Key(
            value =
                "Prefix of the tables for confirmations, fences and sessions, beside the written"
                    + " table: 1 to 32 of a-z, 0-9 and _.",
            defaultValue = "landfall")
        String bookkeeping,
    @Key(
            value =
                "How many of the newest confirmation rows of a writer are kept, 100 or more; none"
                    + " that a retained checkpoint may name must go.",
            defaultValue = "10000")
        int confirmationsKept) {
  /** The fewest confirmation rows of a writer that pruning leaves. */
  static final int MIN_CONFIRMATIONS_KEPT = 100;

  /**
   * Checks all of it.
   *
   * @throws IllegalArgumentException that lists everything that is wrong
   */
  public JdbcConfiguration {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    keyColumns = List.copyOf(keyColumns);
    List<String> wrong = new ArrayList<>();
    require(wrong, url.startsWith("jdbc:"), "url must start with jdbc:");
    require(wrong, !JdbcUrl.holdsPassword(url), JdbcUrl.PASSWORD_HELD);
    require(wrong, !table.isBlank(), "table must have a name");
    require(wrong, batchRows >= 1 && batchRows <= 100_000, "batch-rows must be from 1 to 100000");
    require(
        wrong,
        batchSize.bytes() >= 1024 && batchSize.bytes() <= 1L << 30,
        "batch-size must be from 1KiB to 1GiB");
    within(wrong, "statement-timeout", statementTimeout, Duration.ofHours(1));
    within(wrong, "connect-timeout", connectTimeout, Duration.ofMinutes(10));
    require(wrong, lockRetries >= 0 && lockRetries <= 100, "lock-retries must be from 0 to 100");
    require(
        wrong,
        bookkeeping.matches("[a-z0-9_]{1,32}"),
        "bookkeeping must be 1 to 32 of a-z, 0-9 and _");
    require(
        wrong,
        confirmationsKept >= MIN_CONFIRMATIONS_KEPT,
        "confirmations-kept must be " + MIN_CONFIRMATIONS_KEPT + " or more");
    require(
        wrong,
        bufferSize.bytes() >= 1024 && bufferSize.bytes() <= 1L << 30,
        "buffer-size must be from 1KiB to 1GiB");
    requireKnown(wrong, "key-columns", keyColumns, columns);
    requireKnown(wrong, "version", version.stream().toList(), columns);
    require(
        wrong,
        version.isEmpty() || mode == JdbcMode.UPSERT,
        "version belongs to mode upsert; the other modes write every row once");
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use this jdbc configuration: " + String.join("; ", wrong));
    }
  }

  /** Whether a record replaces or deletes the row of its key; appended otherwise. */
  boolean writesByKey() {
    return mode == JdbcMode.UPSERT || (mode == JdbcMode.XA && xaWrites == XaWrites.UPSERT);
  }

  private static void within(List<String> wrong, String key, Duration value, Duration most) {
    require(
        wrong,
        value.compareTo(Duration.ofSeconds(1)) >= 0 && value.compareTo(most) <= 0,
        key + " must be from 1s to " + most.toMinutes() + "min");
  }

  private static void requireKnown(
      List<String> wrong, String key, List<String> names, Map<String, String> columns) {
    for (String name : names) {
      require(
          wrong,
          columns.isEmpty() || columns.containsKey(name),
          key + " names " + name + ", which columns does not declare");
    }
  }

  private static void require(List<String> wrong, boolean holds, String sentence) {
    if (!holds) {
      wrong.add(sentence);
    }
  }

  /** Without the password, and without parameters of the address that may hold one (SI-9). */
  @Override
  public String toString() {
    return mode + " into " + table + " at " + JdbcUrl.withoutSecrets(url);
  }
}
