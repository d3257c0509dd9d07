package dev.landfall.benchmarks;

import java.util.List;

/** One comparison that a person can run: {@code benchmarks/run NAME}. Stateless, thread-safe. */
interface Scenario {
  /** As on the command line, and in the names of the result's files. */
  String name();

  /** What it measures, in a line. */
  String summary();

  /** Starts what it needs, measures, and ends what it started. */
  List<Group> measure(Terms terms) throws Exception;
}
