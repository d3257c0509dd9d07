package dev.landfall.benchmarks;

import java.util.List;

/**
 * Contenders that were measured against each other, and the goals. Immutable, thread-safe.
 *
 * @param title what they did
 * @param terms how: sizes, intervals, settings
 * @param series one of each contender
 * @param goals what was to be reached
 */
record Group(String title, String terms, List<Series> series, List<Goal> goals) {
  Group {
    series = List.copyOf(series);
    goals = List.copyOf(goals);
  }
}
