package dev.landfall.conformance.wire;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Which states runs have been in, so that what follows from equal ones is run once. States are
 * texts, compared without the name of the run that they hold. One thread at a time.
 */
final class KnownStates {
  /** Which runs go on from their crash. */
  enum After {
    /** All. */
    ANY_CRASH,
    /** The first of those with an equal crash state. */
    A_NEW_CRASH
  }

  private final Set<String> crashes = new HashSet<>();
  private final Set<String> ends = new HashSet<>();

  /** Decides, given the state of a crash, whether the run of that name goes on. */
  Predicate<String> crash(After after, String name) {
    return after == After.ANY_CRASH ? state -> true : state -> crashes.add(state.replace(name, ""));
  }

  /** Whether no run asked about before has ended so. */
  boolean isNewEnd(Supplier<String> state, String name) {
    return ends.add(state.get().replace(name, ""));
  }
}
