package dev.landfall.benchmarks;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Medians, percentiles and paired ratios. Stateless, thread-safe. */
final class Statistics {
  private Statistics() {}

  /** The middle value, or the mean of the middle two. */
  static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("Cannot take the median of nothing: expected values");
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * The smallest value that at least so many percent of all do not exceed (nearest rank): never one
   * that was not measured, and the largest where there are too few for the percentile.
   */
  static long percentile(List<Long> values, double percent) {
    if (values.isEmpty() || percent <= 0 || percent > 100) {
      throw new IllegalArgumentException(
          "Cannot take percentile " + percent + " of " + values.size() + " values");
    }
    List<Long> sorted = values.stream().sorted().toList();
    int rank = (int) Math.ceil(percent / 100 * sorted.size());
    return sorted.get(Math.max(1, rank) - 1);
  }

  /** The ratio of each pair; both lists are in the order of the rounds. */
  static List<Double> ratios(List<Double> ours, List<Double> theirs) {
    if (ours.size() != theirs.size()) {
      throw new IllegalArgumentException(
          "Cannot pair " + ours.size() + " rounds with " + theirs.size() + ": expected as many");
    }
    return IntStream.range(0, ours.size()).mapToObj(i -> ours.get(i) / theirs.get(i)).toList();
  }
}
