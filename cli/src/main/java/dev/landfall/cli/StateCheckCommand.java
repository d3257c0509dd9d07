package dev.landfall.cli;

import dev.landfall.runner.state.StateCheck;
import dev.landfall.runner.state.StateException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Verifies a state directory, and changes nothing. One thread at a time. */
@Command(
    name = "check",
    description =
        "Verify every checkpoint and every log segment that one of them names; changes nothing."
            + " Exit code 1 if something is damaged.",
    mixinStandardHelpOptions = true)
final class StateCheckCommand implements Callable<Integer> {
  @ParentCommand private StateCommand state;

  @Parameters(paramLabel = "DIR", description = "checkpoint.directory of the pipeline file.")
  private Path directory;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  StateCheckCommand() {}

  @Override
  public Integer call() throws CommandException, StateException {
    StateCheck.Result result = StateCheck.of(StateCommand.existing("check", directory));
    PrintWriter out = state.landfall().console().out();
    for (StateCheck.Item item : result.items()) {
      out.println(
          item.problem()
              .map(problem -> "DAMAGED  " + item.name() + ": " + problem)
              .orElseGet(() -> "sound    " + item.name()));
    }
    out.println(verdict(result));
    return (result.isSound() ? Exit.DONE : Exit.FAILED).code();
  }

  private static String verdict(StateCheck.Result result) {
    if (result.newest().isEmpty()) {
      return "no checkpoint: a start begins at the beginning";
    }
    if (result.newest().equals(result.restorable())) {
      return "a start goes on from checkpoint " + result.newest().get();
    }
    String start = "a start refuses checkpoint " + result.newest().get();
    if (result.isNewestReadable()) {
      start += ", unless the sink has confirmed all of what is damaged (landfall pending list)";
    }
    return start
        + result
            .restorable()
            .map(id -> "; --from-checkpoint " + id + " goes back to the newest that is whole")
            .orElse("; none is whole (restore the directory from a copy)");
  }
}
