package dev.landfall.conformance.model;

import java.util.List;
import java.util.Set;

/**
 * What the checker says about one history. Immutable, thread-safe.
 *
 * @param verdict three-valued
 * @param violations every broken promise, in the order in which they happened; one per rule and
 *     writer
 * @param declared the outcomes that were seen and that the sink declares
 * @param why what keeps the run from passing though nothing broke; told of a FAIL as well, which a
 *     waiver may lift
 */
public record Judgement(
    Verdict verdict, List<Violation> violations, Set<Outcome> declared, String why) {
  public Judgement {
    violations = List.copyOf(violations);
    declared = Set.copyOf(declared);
  }
}
