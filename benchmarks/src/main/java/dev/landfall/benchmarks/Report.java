package dev.landfall.benchmarks;

import java.util.List;

/**
 * The result of a scenario. Immutable, thread-safe.
 *
 * @param scenario its name
 * @param summary what was measured
 * @param command that measures it again
 * @param machine on what
 * @param groups what came out
 */
record Report(
    String scenario, String summary, String command, Machine machine, List<Group> groups) {
  boolean isMet() {
    return groups.stream().flatMap(group -> group.goals().stream()).allMatch(Goal::isMet);
  }
}
