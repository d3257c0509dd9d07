package dev.landfall.conformance.grade;

import dev.landfall.conformance.broken.BrokenSink;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Violation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the suite did on one broken sink. Immutable, thread-safe.
 *
 * @param sink the row of the table
 * @param caught what its rule said, and in which run; empty if it got away
 * @param token the run that caught it
 * @param fired the first violation of each rule that fired up to then
 * @param runs how many runs it took
 */
record Graded(
    BrokenSink sink, Optional<Violation> caught, String token, Map<Rule, String> fired, long runs) {
  /** The rules that fired and that the table does not allow for this sink. */
  Set<Rule> tooMany() {
    Set<Rule> rules = new TreeSet<>(fired.keySet());
    rules.remove(sink.rule());
    rules.removeAll(sink.mayFireToo());
    return rules;
  }

  boolean isRight() {
    return caught.isPresent() && tooMany().isEmpty();
  }
}
