package dev.landfall.conformance.wire.proxy;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What waits for the suite, of one process under test, in the order of arrival. Thread-safe. */
public final class Mailbox {
  private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

  public void add(Arrival arrival) {
    arrivals.add(arrival);
  }

  /** The next arrival, or null if none comes in time. */
  public @Nullable Arrival poll(long millis) throws InterruptedException {
    return arrivals.poll(millis, TimeUnit.MILLISECONDS);
  }
}
