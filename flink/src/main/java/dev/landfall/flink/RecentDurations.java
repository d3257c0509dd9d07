package dev.landfall.flink;

import java.util.Arrays;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;

/** The newest durations, in milliseconds; older ones are overwritten. Thread-safe. */
final class RecentDurations implements Histogram {
  private static final int KEPT = 1_000;

  private final long[] newest = new long[KEPT];
  private long count;

  @Override
  public synchronized void update(long value) {
    newest[(int) (count % KEPT)] = value;
    count++;
  }

  @Override
  public synchronized long getCount() {
    return count;
  }

  @Override
  public synchronized HistogramStatistics getStatistics() {
    long[] sorted = Arrays.copyOf(newest, (int) Math.min(count, KEPT));
    Arrays.sort(sorted);
    return new Sorted(sorted);
  }

  /** One look at the durations. Immutable, thread-safe. */
  private static final class Sorted extends HistogramStatistics {
    private final long[] values;

    Sorted(long[] values) {
      this.values = values;
    }

    @Override
    public double getQuantile(double quantile) {
      int rank = (int) Math.ceil(quantile * values.length);
      return values.length == 0 ? 0 : values[Math.max(0, Math.min(values.length, rank) - 1)];
    }

    @Override
    public long[] getValues() {
      return values.clone();
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public double getMean() {
      return Arrays.stream(values).average().orElse(0);
    }

    @Override
    public double getStdDev() {
      double mean = getMean();
      double variance =
          Arrays.stream(values).mapToDouble(one -> (one - mean) * (one - mean)).average().orElse(0);
      return Math.sqrt(variance);
    }

    @Override
    public long getMax() {
      return values.length == 0 ? 0 : values[values.length - 1];
    }

    @Override
    public long getMin() {
      return values.length == 0 ? 0 : values[0];
    }
  }
}
