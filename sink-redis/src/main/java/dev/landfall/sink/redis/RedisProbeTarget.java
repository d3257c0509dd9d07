package dev.landfall.sink.redis;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Transcript;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.exceptions.JedisException;

/** The server that is probed, and everything that the probe made there. One thread at a time. */
final class RedisProbeTarget {
  private static final String SCAN_END = "0";
  private static final int MOST_SCANS = 100_000;

  private final RedisProbeConfiguration configuration;
  private final ProbeContext context;
  private final Dialer dialer;
  private int names;

  RedisProbeTarget(RedisProbeConfiguration configuration, ProbeContext context) {
    this.configuration = configuration;
    this.context = context;
    this.dialer = new Dialer(configuration.asSink(), context.namespace());
  }

  ProbeContext context() {
    return context;
  }

  String address() {
    return configuration.url();
  }

  /** A key that no other experiment uses. */
  String key() {
    return context.namespace() + ":" + ++names;
  }

  /** A new connection, as a process of its own would have. */
  RedisProbeSession connect(String name, Transcript transcript) {
    return new RedisProbeSession(name, dialer.dial(dialer.seeds().get(0)), transcript);
  }

  /** The keys that begin so. */
  List<String> scan(RedisProbeSession session, String prefix) {
    List<String> keys = new ArrayList<>();
    String cursor = SCAN_END;
    for (int scan = 0; scan < MOST_SCANS; scan++) {
      List<String> page =
          session.reply("SCAN", cursor, "MATCH", prefix + "*", "COUNT", "1000").list();
      cursor = page.get(0);
      keys.addAll(page.subList(1, page.size()));
      if (cursor.equals(SCAN_END)) {
        break;
      }
    }
    session.told("SCAN " + prefix + "*", keys.size() + " keys");
    return keys;
  }

  /**
   * Deletes the keys.
   *
   * @throws SinkException if something stays
   */
  void remove() throws SinkException {
    try (RedisProbeSession session = connect("cleaner", new Transcript())) {
      scan(session, context.namespace() + ":").forEach(key -> session.ask("DEL", key));
    } catch (JedisException e) {
      throw new SinkException(
          "Cannot delete " + context.namespace() + ":* from " + address() + ": " + e.getMessage(),
          e);
    }
  }
}
