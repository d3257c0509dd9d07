package dev.landfall.runner;

import java.util.concurrent.atomic.LongAdder;

/** Counts what passes, a batch at a time. Thread-safe. */
final class Counters {
  private final LongAdder read = new LongAdder();
  private final LongAdder written = new LongAdder();

  void read(long records) {
    read.add(records);
  }

  void written(long records) {
    written.add(records);
  }

  long read() {
    return read.sum();
  }

  long written() {
    return written.sum();
  }
}
