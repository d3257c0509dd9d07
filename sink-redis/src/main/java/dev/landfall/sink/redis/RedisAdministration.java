package dev.landfall.sink.redis;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * What operators see: nothing is ever pending or left over; mode {@code monotonic} keeps versions.
 * One thread at a time.
 *
 * <p>Versions are listed as one entry for each way in which they are named, since there are as many
 * as keys.
 */
final class RedisAdministration implements Administration {
  private static final int SCAN_COUNT = 1000;

  private final RedisConfiguration configuration;
  private final SinkContext context;
  private final Dialer dialer;

  RedisAdministration(RedisConfiguration configuration, SinkContext context, Dialer dialer) {
    this.configuration = configuration;
    this.context = context;
    this.dialer = dialer;
  }

  @Override
  public List<StoreEntry> pending() {
    return List.of();
  }

  @Override
  public CommitOutcome commit(StoreEntry entry) throws SinkException {
    throw nothingPending(entry);
  }

  @Override
  public void abort(StoreEntry entry) throws SinkException {
    throw nothingPending(entry);
  }

  private static SinkException nothingPending(StoreEntry entry) {
    return new SinkException(
        "Cannot end '" + entry.name() + "': this sink has nothing to commit or abort");
  }

  @Override
  public List<StoreEntry> leftovers() {
    return List.of();
  }

  @Override
  public List<StoreEntry> bookkeeping() throws SinkException {
    List<StoreEntry> entries = new ArrayList<>();
    for (String pattern : patterns()) {
      long[] count = new long[1];
      scan(pattern, (connection, keys) -> count[0] += keys.size());
      if (count[0] > 0) {
        entries.add(
            new StoreEntry(
                pattern,
                "versions of keys",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("keys", Long.toString(count[0]))));
      }
    }
    return entries;
  }

  /** Of this sink's own keys, as far as the template tells them (SI-5). See {@link VersionKeys}. */
  private List<String> patterns() {
    if (configuration.mode() == RedisMode.SET) {
      return List.of();
    }
    String prefix = Glob.literal(configuration.bookkeeping());
    String keys = Glob.literal(KeyTemplate.parse(configuration.key()).prefix()) + "*";
    return List.of(prefix + "{" + keys + "}", prefix + "=" + keys, prefix + "{[0-9]*}=" + keys);
  }

  @Override
  public void remove(StoreEntry entry) throws SinkException {
    if (!patterns().contains(entry.name())) {
      throw new SinkException(
          "Cannot remove '" + entry.name() + "': expected one of " + patterns());
    }
    scan(entry.name(), RedisAdministration::unlink);
  }

  private static void unlink(Connection connection, List<byte[]> keys) {
    // One by one: in a cluster they are of several slots.
    for (byte[] key : keys) {
      connection.sendCommand(Command.UNLINK, key);
    }
    connection.getMany(keys.size());
  }

  /** Something to do with keys that were found. */
  private interface Found {
    void keys(Connection connection, List<byte[]> keys);
  }

  private void scan(String pattern, Found found) throws SinkException {
    try {
      for (HostAndPort node : nodes()) {
        scan(node, pattern, found);
      }
    } catch (JedisException e) {
      throw new StoreUnavailableException(
          "Cannot look for '" + pattern + "': " + Fault.of(e).text(), e);
    }
  }

  private void scan(HostAndPort node, String pattern, Found found) {
    try (Connection connection = dialer.dial(node)) {
      byte[] cursor = Utf8.of("0");
      do {
        List<?> reply =
            (List<?>)
                connection.executeCommand(
                    new CommandArguments(Command.SCAN)
                        .add(cursor)
                        .add("MATCH")
                        .add(pattern)
                        .add("COUNT")
                        .add(SCAN_COUNT));
        cursor = (byte[]) reply.get(0);
        List<byte[]> keys = ((List<?>) reply.get(1)).stream().map(byte[].class::cast).toList();
        if (!keys.isEmpty()) {
          found.keys(connection, keys);
        }
      } while (!new String(cursor, StandardCharsets.UTF_8).equals("0"));
    }
  }

  private List<HostAndPort> nodes() {
    if (!configuration.isCluster()) {
      return dialer.seeds();
    }
    SlotMap slots = new SlotMap(dialer.seeds());
    try (Links links =
        new Links(dialer, context.sink().writer(0), List.of(), new Figures(context.metrics()))) {
      slots.refresh(links);
    }
    return new ArrayList<>(slots.masters());
  }

  @Override
  public void close() {
    // Each look has its own connection.
  }
}
