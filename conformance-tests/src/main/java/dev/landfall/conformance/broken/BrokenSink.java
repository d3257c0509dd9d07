package dev.landfall.conformance.broken;

import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Rule;
import java.util.Set;

/**
 * One row of the fixed table. Immutable, thread-safe.
 *
 * @param id {@code M22a}
 * @param fault what is wrong with it
 * @param rule the rule that must catch it
 * @param mayFireToo the companions; any other rule that fires is a fault of the suite
 * @param subject the sink, which knows nothing of this row
 */
public record BrokenSink(
    String id, String fault, Rule rule, Set<Rule> mayFireToo, Subject subject) {
  public BrokenSink {
    mayFireToo = Set.copyOf(mayFireToo);
  }
}
