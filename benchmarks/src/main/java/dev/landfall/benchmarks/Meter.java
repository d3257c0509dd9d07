package dev.landfall.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.landfall.sdk.HostTime;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures one round, from its making to {@link #stop}. Thread-safe. */
final class Meter {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final HostTime time;
  private final long startNanos;
  private final long startCpuNanos;

  /** Guarded by {@code this}. */
  private final Map<Timing, List<Long>> timings = new EnumMap<>(Timing.class);

  Meter(HostTime time) {
    this.time = time;
    this.startCpuNanos = PROCESS.getProcessCpuTime();
    this.startNanos = time.nanos();
  }

  long nanos() {
    return time.nanos();
  }

  synchronized void add(Timing timing, long nanos) {
    timings.computeIfAbsent(timing, unused -> new ArrayList<>()).add(nanos);
  }

  Measured stop(long records) {
    long nanos = time.nanos() - startNanos;
    long cpuNanos = PROCESS.getProcessCpuTime() - startCpuNanos;
    long heapBytes = heapBytes();
    synchronized (this) {
      return new Measured(records, nanos, cpuNanos, heapBytes, timings);
    }
  }

  /** After the clocks were read: a collection belongs to no round. */
  private static long heapBytes() {
    ManagementFactory.getMemoryMXBean().gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
