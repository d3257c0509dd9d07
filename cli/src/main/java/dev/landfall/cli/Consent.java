package dev.landfall.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Asks before something is changed that cannot be changed back. One thread at a time. */
final class Consent {
  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  /**
   * Whether to go on.
   *
   * @throws CommandException if there is nobody to ask
   */
  boolean isGiven(Console console, String question) throws CommandException {
    if (yes) {
      return true;
    }
    Optional<String> answer = console.terminal().ask(question + " [y/N] ");
    if (answer.isEmpty()) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot ask '" + question + "': there is no terminal (say --yes to go on without)");
    }
    boolean given = answer.get().strip().equalsIgnoreCase("y");
    if (!given) {
      console.err().println("nothing was changed");
    }
    return given;
  }
}
