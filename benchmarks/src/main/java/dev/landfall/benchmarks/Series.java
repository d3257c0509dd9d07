package dev.landfall.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All rounds of one contender, in order. Immutable, thread-safe.
 *
 * @param name of the contender
 * @param rounds the measured ones; those that warmed up are not among them
 */
record Series(String name, List<Measured> rounds) {
  Series {
    rounds = List.copyOf(rounds);
  }

  double median(ToDoubleFunction<Measured> figure) {
    return Statistics.median(rounds.stream().mapToDouble(figure));
  }

  /** Of all rounds together. */
  List<Long> timings(Timing timing) {
    return rounds.stream().flatMap(round -> round.timings(timing).stream()).toList();
  }

  /** The ratio of a figure to another contender's, round by round. */
  List<Double> ratios(Series theirs, ToDoubleFunction<Measured> figure) {
    return Statistics.ratios(values(figure), theirs.values(figure));
  }

  double medianRatio(Series theirs, ToDoubleFunction<Measured> figure) {
    return Statistics.median(ratios(theirs, figure).stream().mapToDouble(one -> one));
  }

  private List<Double> values(ToDoubleFunction<Measured> figure) {
    return rounds.stream().map(figure::applyAsDouble).toList();
  }
}
