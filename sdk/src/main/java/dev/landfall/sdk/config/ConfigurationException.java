package dev.landfall.sdk.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A configuration cannot be used. Holds all its problems, so that one run shows what one person has
 * to change.
 */
public final class ConfigurationException extends Exception {
  private final transient List<ConfigurationProblem> problems;

  /**
   * Joins problems of one configuration.
   *
   * @param what what cannot be used, such as the name of the file
   * @param problems one or more, in the order of the file
   */
  public ConfigurationException(String what, List<ConfigurationProblem> problems) {
    super(message(what, problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, in the order of the file. */
  public List<ConfigurationProblem> problems() {
    return problems;
  }

  private static String message(String what, List<ConfigurationProblem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("Cannot refuse " + what + ": no problem is given");
    }
    String head = "Cannot use " + what + ": ";
    if (problems.size() == 1) {
      return head + problems.get(0);
    }
    return problems.stream()
        .map(problem -> "\n  " + problem)
        .collect(Collectors.joining("", head + problems.size() + " problems", ""));
  }
}
