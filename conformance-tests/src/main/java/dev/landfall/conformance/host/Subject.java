package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * A sink under test. Immutable, thread-safe if its factory is.
 *
 * @param name as in reports and replay tokens
 * @param contract which outcome table holds
 * @param view what its readers see
 * @param declared the weaknesses that it claims; any other is a failure
 * @param can what it declares to take; it is asked for and must not be refused
 * @param cannot what it does not declare to take; it is asked for and must be refused
 * @param faults where faults can be injected
 * @param commits how its host chooses what to commit at a notification
 * @param lapses what its host does wrong; nothing, but for broken hosts
 * @param bench makes a store in its own namespace for one run
 */
public record Subject(
    String name,
    Contract contract,
    View view,
    Set<Weakness> declared,
    Set<Capability> can,
    Set<Capability> cannot,
    Reach faults,
    CommitChoice commits,
    Set<Lapse> lapses,
    Function<Gate, Bench> bench) {
  public Subject {
    declared = Set.copyOf(declared);
    can = Set.copyOf(can);
    cannot = Set.copyOf(cannot);
    lapses = Set.copyOf(lapses);
  }

  /** Under an honest host; nobody has said what it can take, so it is not asked. */
  public Subject(
      String name,
      Contract contract,
      View view,
      Set<Weakness> declared,
      Reach faults,
      CommitChoice commits,
      Function<Gate, Bench> bench) {
    this(name, contract, view, declared, Set.of(), Set.of(), faults, commits, Set.of(), bench);
  }

  /** The same sink, which declares that it takes this, and nothing else. */
  public Subject declaring(Set<Capability> capabilities) {
    Set<Capability> rest = EnumSet.allOf(Capability.class);
    rest.removeAll(capabilities);
    return new Subject(
        name, contract, view, declared, capabilities, rest, faults, commits, lapses, bench);
  }

  /** The same sink under a host that does this wrong. */
  public Subject under(Lapse lapse) {
    return new Subject(
        name, contract, view, declared, can, cannot, faults, commits, Set.of(lapse), bench);
  }

  /** How far the suite's hands reach. */
  public enum Reach {
    /** Every fault of the matrix: the suite stands between sink and store. */
    WIRE,
    /** Kills at named steps only: an embedded store has no wire. */
    STEPS
  }
}
