package dev.landfall.benchmarks;

import java.time.Duration;

/**
 * How a round is cut into intervals. Immutable, thread-safe.
 *
 * @param intervals of one round
 * @param records after which an interval is over
 * @param length after which it is over, whichever comes first
 */
record Schedule(int intervals, long records, Duration length) {
  /** So many records are written between two looks at the clock. */
  static final int BLOCK = 64;

  /** Intervals by the clock. */
  static Schedule timed(int intervals, Duration length) {
    return new Schedule(intervals, Long.MAX_VALUE, length);
  }

  /** Intervals by the number of records, which makes the same transactions of all contenders. */
  static Schedule counted(int intervals, long records) {
    return new Schedule(intervals, records, Duration.ofDays(1));
  }

  boolean isOver(long written, long nanos) {
    return written >= records || nanos >= length.toNanos();
  }
}
