package dev.landfall.benchmarks;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sink.jdbc.JdbcConfiguration;
import dev.landfall.sink.jdbc.JdbcSinkProvider;
import dev.landfall.stores.SqlStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The modes of the JDBC sink against loops written by hand, on one server. */
final class RelationalScenario implements Scenario {
  private static final int INTERVALS = 5;
  private static final long DISTINCT = 100_000;

  private final RelationalServer server;
  private final Schedule appending;
  private final Schedule replacing;

  /**
   * Measures on one server.
   *
   * @param appended rows of an interval: about what the server appends in a second
   * @param replaced likewise, about what it replaces
   */
  RelationalScenario(RelationalServer server, long appended, long replaced) {
    this.server = server;
    this.appending = Schedule.counted(INTERVALS, appended);
    this.replacing = Schedule.counted(INTERVALS, replaced);
  }

  @Override
  public String name() {
    return server.scenario();
  }

  @Override
  public String summary() {
    return "sink-jdbc upsert, confirm and xa against statements of many rows written by hand, on "
        + server.title();
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    try (SqlStore store = server.start()) {
      return List.of(
          appending(new Bench(terms, store, appending)),
          replacing(new Bench(terms, store, replacing)));
    }
  }

  /** What all contenders share. */
  private record Bench(Terms terms, SqlStore store, Schedule schedule) {}

  private Group appending(Bench bench) throws Exception {
    try (Contender confirm = sink(bench, "confirm", Rows.growing());
        Contender xa = sink(bench, "xa", Rows.growing());
        Contender plain =
            loop(bench, "plain transactions", "plain_rows", Rows.growing(), Work.INSERT)) {
      List<Series> all = bench.terms.pairedRounds().measure(List.of(confirm, xa, plain));
      return new Group(
          "Appending to " + server.title(),
          terms(bench, "a new row each, one transaction an interval on all sides"),
          all,
          List.of(
              Goal.throughput(all.get(0), all.get(2), 0.9),
              Goal.throughput(all.get(1), all.get(2), 0.9)));
    }
  }

  private Group replacing(Bench bench) throws Exception {
    Rows rows = Rows.round(DISTINCT);
    try (Contender ours = sink(bench, "upsert", rows);
        Contender each =
            loop(
                bench, "loop, commit a statement", "each_rows", Rows.round(DISTINCT), Work.UPSERT);
        Contender rare =
            loop(bench, "loop, commit an interval", "rare_rows", Rows.round(DISTINCT), Work.RARE)) {
      List<Series> all =
          bench.terms.pairedRounds(Duration.ofSeconds(30)).measure(List.of(ours, each, rare));
      Series best =
          all.subList(1, 3).stream()
              .max(Comparator.comparingDouble(one -> one.median(Measured::recordsPerSecond)))
              .orElseThrow();
      return new Group(
          "Upserts by key into " + server.title(),
          terms(
              bench,
              "100,000 keys again and again; the goal is against the faster of two loops, one that"
                  + " commits each statement as upsert mode does, and one that commits an"
                  + " interval"),
          all,
          List.of(Goal.throughput(all.get(0), best, 0.95)));
    }
  }

  private static String terms(Bench bench, String what) {
    return String.format(
        Locale.ROOT,
        "Rows of a number and a text of %d bytes, a plain address, statements of %,d rows; %d"
            + " intervals of %,d rows a round; %s",
        Rows.TEXT_BYTES,
        BareRowLoop.ROWS,
        INTERVALS,
        bench.schedule.records(),
        what);
  }

  /** What a loop does. */
  private enum Work {
    INSERT,
    UPSERT,
    RARE
  }

  private Contender loop(Bench bench, String name, String table, Rows rows, Work work)
      throws SQLException {
    server.createTable(bench.store, table);
    BareRowLoop.Commit commit =
        work == Work.UPSERT ? BareRowLoop.Commit.EACH_STATEMENT : BareRowLoop.Commit.EACH_INTERVAL;
    String sql =
        work == Work.INSERT
            ? server.insertSql(table, BareRowLoop.ROWS)
            : server.upsertSql(table, BareRowLoop.ROWS);
    return new BareRowLoop(
        new BareRowLoop.Setting(name, rows, bench.schedule, commit, bench.terms.time()),
        server.connect(bench.store),
        sql);
  }

  private Contender sink(Bench bench, String mode, Rows rows) throws Exception {
    String table = mode + "_rows";
    server.createTable(bench.store, table);
    SinkContender.Setting setting =
        new SinkContender.Setting(
            "sink-jdbc " + mode,
            rows,
            bench.schedule,
            Optional.of(new LocalSegmentStore(bench.terms.scratch().resolve(mode))),
            "");
    return SinkContender.open(
        setting, bench.terms.time(), context -> open(bench.store, mode, table, context));
  }

  private static Sink open(SqlStore store, String mode, String table, SinkContext context)
      throws ConfigurationException, SinkException {
    Map<String, Object> keys =
        Map.of(
            "url",
            store.jdbcUrl(),
            "user",
            store.user(),
            "password",
            "${env:password}",
            "mode",
            mode,
            "table",
            table);
    GivenSecrets password = new GivenSecrets(Map.of("password", store.password()));
    return new JdbcSinkProvider()
        .open(Configurations.bind(JdbcConfiguration.class, Section.root(keys), password), context);
  }
}
