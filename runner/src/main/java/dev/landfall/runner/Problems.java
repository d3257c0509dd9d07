package dev.landfall.runner;

import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.ConfigurationProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with several sections, so that all of it is told at once. */
final class Problems {
  private final List<ConfigurationProblem> found = new ArrayList<>();

  /** Makes something of a section. */
  interface Binding<T> {
    T bind() throws ConfigurationException;
  }

  /** The result, empty if it was refused. */
  <T> Optional<T> collect(Binding<T> binding) {
    try {
      return Optional.of(binding.bind());
    } catch (ConfigurationException e) {
      found.addAll(e.problems());
      return Optional.empty();
    }
  }

  /** Whether something was refused not for a key but as a whole. */
  boolean concernTheWhole() {
    return found.stream().anyMatch(problem -> problem.path().isEmpty());
  }

  void throwIfAny(String what) throws ConfigurationException {
    if (!found.isEmpty()) {
      throw new ConfigurationException(what, found);
    }
  }
}
