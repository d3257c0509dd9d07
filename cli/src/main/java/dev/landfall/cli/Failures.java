package dev.landfall.cli;

import dev.landfall.runner.RunException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.NearestName;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells a person what went wrong: the message, and the stack trace only when asked for. Stateless,
 * thread-safe.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(failure.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
      err.println(hint(failure, command));
    }
    return Exit.CONFIGURATION.code();
  }

  /** Picocli compares by pairs of letters, so a swap in a short word goes past it. */
  private static String hint(ParameterException failure, CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    Optional<String> meant =
        failure instanceof UnmatchedArgumentException unmatched
            ? NearestName.of(unmatched.getUnmatched().get(0), command.getSubcommands().keySet())
            : Optional.empty();
    return meant
        .map(subcommand -> "Did you mean: " + name + " " + subcommand + "?")
        .orElse("'" + name + " --help' tells what it takes.");
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult arguments) {
    PrintWriter err = command.getErr();
    Exit exit = exit(failure);
    if (isForeseen(failure)) {
      err.println(failure.getMessage());
    } else {
      err.println(
          "Cannot go on: "
              + failure
              + " (an error of Landfall or of a connector; --debug prints where)");
    }
    Landfall landfall =
        command.getCommandSpec().root().userObject() instanceof Landfall it ? it : null;
    if (landfall != null && landfall.debug()) {
      failure.printStackTrace(err);
    }
    return exit.code();
  }

  private static Exit exit(Exception failure) {
    if (failure instanceof CommandException known) {
      return known.exit();
    }
    if (failure instanceof RunException run) {
      return switch (run.kind()) {
        case OTHER -> Exit.FAILED;
        case CONFIGURATION -> Exit.CONFIGURATION;
        case PREFLIGHT -> Exit.PREFLIGHT;
        case DATA -> Exit.DATA;
        case LOST_OR_IN_DOUBT -> Exit.LOST_OR_IN_DOUBT;
      };
    }
    return failure instanceof ConfigurationException ? Exit.CONFIGURATION : Exit.FAILED;
  }

  /**
   * Checked exceptions of ours are written for people; a {@code RuntimeException} is a surprise.
   */
  private static boolean isForeseen(Exception failure) {
    return !(failure instanceof RuntimeException)
        && failure.getMessage() != null
        && failure.getClass().getName().startsWith("dev.landfall.");
  }
}
