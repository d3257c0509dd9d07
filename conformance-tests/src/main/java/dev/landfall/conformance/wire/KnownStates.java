package dev.landfall.conformance.wire;

import dev.landfall.conformance.schedule.Schedule;
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

  /** Of the run that is being made: it may come to nothing, and then nobody has gone on. */
  private final Set<String> newCrashes = new HashSet<>();

  private final Set<String> newEnds = new HashSet<>();

  /**
   * Decides, given the state of a crash, whether the run of that name goes on. What comes next is
   * the schedule's to say, so states are compared within one.
   */
  Predicate<String> crash(After after, Schedule schedule, String name) {
    return after == After.ANY_CRASH
        ? state -> true
        : state -> isNew(crashes, newCrashes, schedule.id() + "|" + state.replace(name, ""));
  }

  /** Whether no run asked about before has ended so. */
  boolean isNewEnd(Supplier<String> state, String name) {
    return isNew(ends, newEnds, state.get().replace(name, ""));
  }

  private static boolean isNew(Set<String> known, Set<String> fresh, String state) {
    return !known.contains(state) && fresh.add(state);
  }

  /** The run was made: its states are known from now on. */
  void learn() {
    crashes.addAll(newCrashes);
    ends.addAll(newEnds);
    forget();
  }

  /** The run came to nothing. */
  void forget() {
    newCrashes.clear();
    newEnds.clear();
  }
}
