package dev.landfall.benchmarks;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sink.redis.RedisConfiguration;
import dev.landfall.sink.redis.RedisSinkProvider;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** Both modes of the Redis sink against a bare pipeline, with and without the append-only file. */
final class RedisScenario implements Scenario {
  private static final int DEPTH = 512;
  private static final int INTERVALS = 2;
  private static final long RECORDS_AN_INTERVAL = 250_000;
  private static final Schedule SCHEDULE = Schedule.counted(INTERVALS, RECORDS_AN_INTERVAL);
  private static final Duration SHORT_WARM_UP = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern MEMORY = Pattern.compile("used_memory:(\\d+)");

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String summary() {
    return "sink-redis, set and monotonic, against a bare Jedis pipeline of the same depth";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    Payloads payloads = new Payloads(1);
    List<Group> groups = new ArrayList<>();
    try (RedisStore memory = Stores.redis().args("--appendonly", "no").own().start()) {
      Group measured =
          measure(
              "Redis without append-only file",
              memory,
              payloads,
              terms.pairedRounds(),
              terms,
              0.95);
      groups.add(withMemory(memory, payloads, terms, measured));
    }
    try (RedisStore file =
        Stores.redis()
            .args("--appendfsync", "everysec", "--auto-aof-rewrite-percentage", "0")
            .own()
            .start()) {
      groups.add(
          measure(
              "Redis with append-only file, appendfsync everysec",
              file,
              payloads,
              terms.pairedRounds(SHORT_WARM_UP),
              terms,
              1.2));
    }
    return groups;
  }

  private static Group measure(
      String title,
      RedisStore store,
      Payloads payloads,
      PairedRounds rounds,
      Terms terms,
      double goal)
      throws Exception {
    long records = INTERVALS * RECORDS_AN_INTERVAL;
    try (Contender set = sink("set", 's', store, payloads, terms, Map.of());
        Contender bare =
            new BareRedisPipeline(
                store.url(),
                new NumberedRecords('b', payloads),
                payloads,
                DEPTH,
                records,
                terms.time());
        Contender program = new RedisBenchmarkProgram(store.url(), DEPTH, records, terms.time());
        Contender monotonic =
            sink("monotonic", 'm', store, payloads, terms, Map.of("mode", "monotonic"));
        Contender declared =
            sink(
                "monotonic, declared",
                'd',
                store,
                payloads,
                terms,
                Map.of("mode", "monotonic", "position-order", "declared"))) {
      List<Series> series = rounds.measure(List.of(set, bare, program, monotonic, declared));
      return new Group(
          title,
          "key of 16 and value of 200 bytes, a million keys a contender, depth "
              + DEPTH
              + ", one connection, "
              + INTERVALS
              + " intervals of 250,000 records a round",
          series,
          List.of(
              Goal.throughput(series.get(0), series.get(1), goal),
              Goal.throughput(series.get(0), series.get(2), 0.5),
              Goal.throughput(series.get(3), series.get(0), 0.5),
              Goal.throughput(series.get(4), series.get(0), 0.5),
              Goal.throughput(series.get(3), series.get(1), 0.5)));
    }
  }

  /** The same group, with what a key takes in each mode. */
  private static Group withMemory(RedisStore store, Payloads payloads, Terms terms, Group measured)
      throws Exception {
    StringBuilder memory = new StringBuilder("; bytes of server memory a key");
    Map<String, Map<String, Object>> modes = new LinkedHashMap<>();
    modes.put("set", Map.of());
    modes.put("monotonic", Map.of("mode", "monotonic"));
    modes.put(
        "monotonic with position-order declared",
        Map.of("mode", "monotonic", "position-order", "declared"));
    for (Map.Entry<String, Map<String, Object>> mode : modes.entrySet()) {
      double bytes = bytesOfAKey(store, payloads, terms, mode.getValue());
      memory.append(String.format(Locale.ROOT, ", %s: %.0f", mode.getKey(), bytes));
    }
    return new Group(
        measured.title(), measured.terms() + memory, measured.series(), measured.goals());
  }

  private static double bytesOfAKey(
      RedisStore store, Payloads payloads, Terms terms, Map<String, Object> more) throws Exception {
    try (RedisClient client = patient(URI.create(store.url()))) {
      client.flushAll();
      long before = memory(client);
      try (Contender all = sink("memory", 'x', store, payloads, terms, more)) {
        for (long written = 0; written < NumberedRecords.KEYS; ) {
          written += all.round().records();
        }
      }
      return (double) (memory(client) - before) / NumberedRecords.KEYS;
    }
  }

  /** Five million keys take the server seconds to delete. */
  private static RedisClient patient(URI url) {
    return RedisClient.builder()
        .hostAndPort(new HostAndPort(url.getHost(), url.getPort()))
        .clientConfig(
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(Math.toIntExact(PATIENCE.toMillis()))
                .build())
        .build();
  }

  private static long memory(RedisClient client) {
    Matcher found = MEMORY.matcher(client.info("memory"));
    if (!found.find()) {
      throw new IllegalStateException("Cannot tell the memory of the server: INFO has none");
    }
    return Long.parseLong(found.group(1));
  }

  private static Contender sink(
      String name,
      char owner,
      RedisStore store,
      Payloads payloads,
      Terms terms,
      Map<String, Object> more)
      throws Exception {
    Map<String, Object> keys = new LinkedHashMap<>(more);
    keys.put("url", store.url());
    keys.put("value", "bytes");
    keys.put("pipeline-depth", DEPTH);
    return SinkContender.open(
        SinkContender.Setting.of(
            "sink-redis " + name, new NumberedRecords(owner, payloads), SCHEDULE),
        terms.time(),
        context -> open(keys, context));
  }

  private static Sink open(Map<String, Object> keys, SinkContext context)
      throws ConfigurationException {
    return new RedisSinkProvider()
        .open(
            Configurations.bind(
                RedisConfiguration.class, Section.root(keys), References.ofProcess()),
            context);
  }
}
