package dev.landfall.cli.kill;

import dev.landfall.stores.RedisStore;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Reads all keys of a pipeline, which hold growing numbers, again and again, over kills of the
 * server.
 */
final class NumberReader implements Runnable {
  private static final long BETWEEN_LOOKS_NANOS = 2_000_000;

  private final RedisStore store;
  private final String[] keys;
  private volatile boolean ended;
  private long looks;
  private long stepsBack;
  private String example = "";

  NumberReader(RedisStore store, String prefix, int keys) {
    this.store = store;
    this.keys = IntStream.range(0, keys).mapToObj(key -> prefix + ":" + key).toArray(String[]::new);
  }

  @Override
  public void run() {
    long[] last = new long[keys.length];
    Arrays.fill(last, -1);
    try (RedisClient client = RedisClient.create(URI.create(store.url()))) {
      while (!ended) {
        look(client, last);
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      }
    }
  }

  private void look(RedisClient client, long[] last) {
    List<String> values;
    try {
      values = client.mget(keys);
    } catch (JedisException e) {
      return; // the server was killed
    }
    looks++;
    for (int i = 0; i < keys.length; i++) {
      long now = values.get(i) == null ? -1 : Long.parseLong(values.get(i));
      if (now < last[i]) {
        stepsBack++;
        example = keys[i] + " from " + last[i] + " to " + now;
      }
      last[i] = now;
    }
  }

  void end() {
    ended = true;
  }

  /** To be asked when the thread has ended, as the others. */
  long looks() {
    return looks;
  }

  long stepsBack() {
    return stepsBack;
  }

  String example() {
    return example;
  }

  /** What is there now. */
  static List<String> values(RedisStore store, String prefix, int keys) {
    NumberReader reader = new NumberReader(store, prefix, keys);
    try (RedisClient client = RedisClient.create(URI.create(store.url()))) {
      return client.mget(reader.keys);
    }
  }
}
