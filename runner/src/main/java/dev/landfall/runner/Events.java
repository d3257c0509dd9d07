package dev.landfall.runner;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's inbox. Thread-safe. Unbounded by type and bounded by use: each thread has at
 * most a few events per checkpoint in it, and shows at most {@link Rejections#SHOWN} records.
 */
final class Events {
  private final LinkedBlockingQueue<Event> queue = new LinkedBlockingQueue<>();

  void post(Event event) {
    queue.add(event);
  }

  /** The next event; null if none comes in time. */
  @Nullable Event poll(Duration patience) throws InterruptedException {
    return queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
  }
}
