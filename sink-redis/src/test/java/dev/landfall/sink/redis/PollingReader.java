package dev.landfall.sink.redis;

import dev.landfall.stores.RedisStore;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.UnifiedJedis;

/** Reads one key, which holds a number, all the time. */
final class PollingReader implements AutoCloseable {
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicInteger stepsBack = new AtomicInteger();
  private final Thread thread;
  private volatile boolean stopped;

  PollingReader(RedisStore store, String key) {
    thread = new Thread(() -> poll(store, key), "reader");
    thread.setDaemon(true);
    thread.start();
  }

  private void poll(RedisStore store, String key) {
    try (UnifiedJedis reader = Lab.reader(store)) {
      long last = 0;
      while (!stopped) {
        String text = reader.get(key);
        looks.incrementAndGet();
        long now = text == null ? 0 : Long.parseLong(text);
        if (now < last) {
          stepsBack.incrementAndGet();
        }
        last = now;
      }
    }
  }

  int looks() {
    return looks.get();
  }

  int stepsBack() {
    return stepsBack.get();
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join(10_000);
  }
}
