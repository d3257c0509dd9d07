package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Violation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the names of two runs that differ in nothing but clock, seed and instance: names hold
 * none of these (SI-4). Stateless, thread-safe.
 */
public final class Names {
  private Names() {}

  /** The first name that only one of the two runs gave, if there is one. */
  public static Optional<Violation> compare(History one, History other) {
    Set<String> names = names(one);
    Set<String> others = names(other);
    Set<String> only = new TreeSet<>(names);
    only.removeAll(others);
    if (only.isEmpty()) {
      return Optional.empty();
    }
    List<String> instead = others.stream().filter(name -> !names.contains(name)).limit(1).toList();
    return Optional.of(
        new Violation(
            Rule.SI_4,
            Outcome.BREACH,
            0,
            "",
            "",
            "the same schedule names "
                + only.iterator().next()
                + " in one run and "
                + instead
                + " in another: a name holds a clock, an instance or chance"));
  }

  private static Set<String> names(History history) {
    return history.events().stream()
        .filter(Event.Sent.class::isInstance)
        .map(Event.Sent.class::cast)
        .filter(sent -> sent.access() != Access.READ)
        .map(Event.Sent::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
