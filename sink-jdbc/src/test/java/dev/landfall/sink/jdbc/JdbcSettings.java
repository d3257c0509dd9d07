package dev.landfall.sink.jdbc;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes configurations for tests, each key with its documented default but for a short connect
 * time-out.
 */
final class JdbcSettings {
  private final String url;
  private final String table;
  private JdbcMode mode = JdbcMode.UPSERT;
  private Optional<String> user = Optional.empty();
  private Optional<Secret> password = Optional.empty();
  private final Map<String, String> columns = new LinkedHashMap<>();
  private List<String> keyColumns = List.of();
  private Optional<String> schema = Optional.empty();
  private boolean createTable;
  private Optional<String> version = Optional.empty();
  private UnknownFields unknownFields = UnknownFields.REJECT;
  private int batchRows = 1000;
  private DataSize batchSize = DataSize.parse("4MiB");

  private Duration statementTimeout = Duration.ofSeconds(30);
  private Duration connectTimeout = Duration.ofSeconds(10);
  private XaWrites xaWrites = XaWrites.INSERT;
  private DataSize bufferSize = DataSize.parse("64MiB");
  private String bookkeeping = "landfall";
  private int confirmationsKept = 10_000;

  private JdbcSettings(String url, String table) {
    this.url = url;
    this.table = table;
  }

  static JdbcSettings of(String url, String table) {
    return new JdbcSettings(url, table);
  }

  JdbcSettings mode(JdbcMode value) {
    mode = value;
    return this;
  }

  JdbcSettings user(String name, String secret) {
    user = Optional.of(name);
    password = Optional.of(Secret.of(secret));
    return this;
  }

  JdbcSettings column(String name, String type) {
    columns.put(name, type);
    return this;
  }

  JdbcSettings keys(String... names) {
    keyColumns = List.of(names);
    return this;
  }

  JdbcSettings schema(String name) {
    schema = Optional.of(name);
    return this;
  }

  JdbcSettings creating() {
    createTable = true;
    return this;
  }

  JdbcSettings version(String column) {
    version = Optional.of(column);
    return this;
  }

  JdbcSettings ignoringUnknownFields() {
    unknownFields = UnknownFields.IGNORE;
    return this;
  }

  JdbcSettings batchRows(int rows) {
    batchRows = rows;
    return this;
  }

  JdbcSettings batchSize(String size) {
    batchSize = DataSize.parse(size);
    return this;
  }

  JdbcSettings xaWrites(XaWrites value) {
    xaWrites = value;
    return this;
  }

  JdbcSettings bufferSize(String size) {
    bufferSize = DataSize.parse(size);
    return this;
  }

  JdbcSettings connectTimeout(Duration value) {
    connectTimeout = value;
    return this;
  }

  JdbcSettings statementTimeout(Duration value) {
    statementTimeout = value;
    return this;
  }

  JdbcSettings bookkeeping(String prefix) {
    bookkeeping = prefix;
    return this;
  }

  JdbcSettings confirmationsKept(int rows) {
    confirmationsKept = rows;
    return this;
  }

  JdbcConfiguration build() {
    return new JdbcConfiguration(
        url,
        mode,
        user,
        password,
        table,
        schema,
        columns,
        keyColumns,
        createTable,
        version,
        unknownFields,
        batchRows,
        batchSize,
        statementTimeout,
        connectTimeout,
        5,
        xaWrites,
        bufferSize,
        bookkeeping,
        confirmationsKept);
  }

  static SinkContext context(SinkId sink) {
    return new SinkContext(
        sink,
        Names.instance(),
        HostTime.system(),
        runnable -> {
          Thread thread = new Thread(runnable, "jdbc-test");
          thread.setDaemon(true);
          return thread;
        },
        1,
        Metrics.none());
  }
}
