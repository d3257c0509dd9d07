package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Set;
import java.util.function.Function;

/**
 * A sink under test. Immutable, thread-safe if its factory is.
 *
 * @param name as in reports and replay tokens
 * @param contract which outcome table holds
 * @param view what its readers see
 * @param declared the weaknesses that it claims; any other is a failure
 * @param faults where faults can be injected
 * @param commits how its host chooses what to commit at a notification
 * @param bench makes a store in its own namespace for one run
 */
public record Subject(
    String name,
    Contract contract,
    View view,
    Set<Weakness> declared,
    Reach faults,
    CommitChoice commits,
    Function<Gate, Bench> bench) {
  public Subject {
    declared = Set.copyOf(declared);
  }

  /** How far the suite's hands reach. */
  public enum Reach {
    /** Every fault of the matrix: the suite stands between sink and store. */
    WIRE,
    /** Kills at named steps only: an embedded store has no wire. */
    STEPS
  }
}
