package dev.landfall.conformance.model;

import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import java.util.Set;

/**
 * What a history is a history of. Immutable, thread-safe.
 *
 * @param version of the layout, so that a newer checker can read an older history
 * @param sink the name of the sink under test
 * @param contract its contract
 * @param view what a reader sees
 * @param declared the weaknesses that it declares
 * @param token the schedule, the seed and the faults: enough to make the run again
 * @param faults how many faults the run had to meet
 * @param sources all records of the schedule
 */
public record Header(
    int version,
    String sink,
    Contract contract,
    View view,
    Set<Weakness> declared,
    String token,
    int faults,
    List<Source> sources) {
  /** The layout that this suite writes. */
  public static final int VERSION = 1;

  public Header {
    declared =
        declared.isEmpty()
            ? Set.of()
            : java.util.Collections.unmodifiableSet(new java.util.TreeSet<>(declared));
    sources = List.copyOf(sources);
  }
}
