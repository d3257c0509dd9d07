package dev.landfall.cli;

import dev.landfall.runner.state.StateCopy;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.HostTime;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Copies a state directory that nobody uses. One thread at a time. */
@Command(
    name = "copy",
    description =
        "Copy the state of a pipeline that does not run, whole or not at all. Only one of the two"
            + " may go on afterwards.",
    mixinStandardHelpOptions = true)
final class StateCopyCommand implements Callable<Integer> {
  @ParentCommand private StateCommand state;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "checkpoint.directory of the pipeline file.")
  private Path directory;

  @Parameters(index = "1", paramLabel = "TO", description = "A directory that is not there yet.")
  private Path target;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  StateCopyCommand() {}

  @Override
  public Integer call() throws CommandException, StateException {
    StateCommand.existing("copy", directory);
    int files = StateCopy.copy(directory, target, HostTime.system());
    state
        .landfall()
        .console()
        .out()
        .println("copied " + RunPrinter.counted(files, "file") + " to " + target);
    return Exit.DONE.code();
  }
}
