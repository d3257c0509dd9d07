package dev.landfall.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * What one round of one contender took. Immutable, thread-safe.
 *
 * @param records written and, where that is asked for, committed
 * @param nanos by the wall
 * @param cpuNanos of this whole process: every thread of the client, compiler and collector
 *     included, and no server
 * @param heapBytes what this whole process holds after it, when all rubbish is collected
 * @param timings durations in nanoseconds
 */
record Measured(
    long records, long nanos, long cpuNanos, long heapBytes, Map<Timing, List<Long>> timings) {
  Measured {
    if (records <= 0 || nanos <= 0) {
      throw new IllegalArgumentException(
          "Cannot use a round of " + records + " records in " + nanos + " ns: expected some");
    }
    timings = Map.copyOf(timings);
  }

  double recordsPerSecond() {
    return records * 1e9 / nanos;
  }

  double cpuMicrosPerRecord() {
    return cpuNanos / 1e3 / records;
  }

  double heapMegabytes() {
    return heapBytes / 1e6;
  }

  List<Long> timings(Timing timing) {
    return timings.getOrDefault(timing, List.of());
  }
}
