package dev.landfall.runner;

import dev.landfall.sdk.record.SinkRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * By split, in the order in which the splits are first seen, so that each writer gets as many as
 * the others. Owned by a reading thread; a split is read by one.
 */
final class SplitRouter implements Router {
  private final int writers;
  private final AtomicInteger seen;
  private final Map<String, Integer> writerOf = new HashMap<>();

  /**
   * Makes a router.
   *
   * @param seen counts the splits of all reading threads
   */
  SplitRouter(int writers, AtomicInteger seen) {
    this.writers = writers;
    this.seen = seen;
  }

  @Override
  public int writer(SinkRecord record) {
    return writerOf.computeIfAbsent(
        record.position().split(), split -> seen.getAndIncrement() % writers);
  }
}
