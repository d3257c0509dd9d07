package dev.landfall.benchmarks;

import dev.landfall.stores.SqlStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JDBC sink in Flink, mode {@code xa}, against Flink's own exactly once, on MySQL. */
final class FlinkJdbcScenario implements Scenario {
  private static final int[] PARALLELISMS = {1, 2};

  /** As many as fill batches of both sizes in each subtask. */
  private static final long ROWS = 500_000;

  /** Statement by statement, the same rows would take minutes. */
  private static final long ROWS_OF_PLAIN = 5_000;

  /**
   * With its default of 5,000 a batch takes longer than the interval here, so the input ends while
   * a checkpoint waits, and the job fails for what {@link #ATTEMPTS} is there for.
   */
  private static final int BATCH_OF_PLAIN = 500;

  /**
   * Of a round of JdbcSink: it fails a job of which two checkpoints are taken after the end of its
   * input ("currentXid not null").
   */
  private static final int ATTEMPTS = 4;

  private static final String NONE = "benchmarks/target/no-client";
  private static final String SECRET = "LANDFALL_BENCHMARK_PASSWORD";

  @Override
  public String name() {
    return "flink-mysql";
  }

  @Override
  public String summary() {
    return "sink-jdbc xa in Flink against Flink's JdbcSink exactly-once, on MySQL";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    List<Group> groups = new ArrayList<>();
    try (SqlStore server = RelationalServer.MYSQL.start()) {
      for (int parallelism : PARALLELISMS) {
        PairedRounds rounds =
            groups.isEmpty() ? terms.pairedRounds() : terms.pairedRounds(Duration.ofSeconds(10));
        groups.add(group(terms, server, parallelism, rounds));
      }
    }
    return groups;
  }

  private static Group group(Terms terms, SqlStore server, int parallelism, PairedRounds rounds)
      throws Exception {
    try (Contender ours =
            contender(
                "sink-jdbc xa in Flink, plain URL",
                "LANDFALL_JDBC",
                table(server, "ours", parallelism),
                ROWS,
                terms,
                parallelism);
        Contender best =
            contender(
                "JdbcSink, rewriteBatchedStatements",
                "JDBC_SINK",
                rewriting(table(server, "best", parallelism)),
                ROWS,
                terms,
                parallelism);
        Contender plain =
            contender(
                "JdbcSink, plain URL",
                "JDBC_SINK",
                inSmallBatches(table(server, "plain", parallelism)),
                ROWS_OF_PLAIN,
                terms,
                parallelism)) {
      List<Series> series = rounds.measure(List.of(ours, best, plain));
      return new Group(
          RelationalServer.MYSQL.title() + ", parallelism " + parallelism,
          "Flink 2.3.0, the same source of numbers, a checkpoint each second, a table each with a"
              + " primary key, a text of 200 bytes, "
              + ROWS
              + " rows a round ("
              + ROWS_OF_PLAIN
              + " with the plain URL), each round a job from submission to end; JdbcSink 4.0.0-2.0"
              + " exactly once with its default batch of 5,000 ("
              + BATCH_OF_PLAIN
              + " with the plain URL); a round of it whose job fails at the end of its input is run"
              + " again",
          series,
          List.of(
              Goal.throughput(series.get(0), series.get(1), 0.95),
              Goal.throughput(series.get(0), series.get(2), 40)));
    }
  }

  private static Map<String, String> table(SqlStore server, String name, int parallelism)
      throws Exception {
    String table = name + parallelism;
    RelationalServer.MYSQL.createTable(server, table);
    return Map.of(
        "url", server.jdbcUrl(), "user", server.user(), "table", table, SECRET, server.password());
  }

  private static Map<String, String> rewriting(Map<String, String> plain) {
    Map<String, String> rewriting = new HashMap<>(plain);
    rewriting.computeIfPresent(
        "url",
        (key, url) -> url + (url.contains("?") ? "&" : "?") + "rewriteBatchedStatements=true");
    return rewriting;
  }

  private static Map<String, String> inSmallBatches(Map<String, String> plain) {
    Map<String, String> small = new HashMap<>(plain);
    small.put("batch-rows", Integer.toString(BATCH_OF_PLAIN));
    return small;
  }

  private static Contender contender(
      String name,
      String candidate,
      Map<String, String> table,
      long rows,
      Terms terms,
      int parallelism)
      throws Exception {
    Map<String, String> settings = new HashMap<>(table);
    String password = String.valueOf(settings.remove(SECRET));
    boolean ours = candidate.equals("LANDFALL_JDBC");
    if (ours) {
      settings.put("mode", "xa");
      settings.put("password", "${env:" + SECRET + "}");
    } else {
      settings.put("password-variable", SECRET);
    }
    return FlinkContender.start(
        new FlinkContender.Setting(
            name,
            candidate,
            parallelism,
            rows,
            NONE,
            settings,
            Map.of(SECRET, password),
            terms.scratch().resolve(candidate + ".log"),
            ours ? 1 : ATTEMPTS),
        terms.progress());
  }
}
