package dev.landfall.cli;

import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.HostTime;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Commands about state directories. One thread at a time. */
@Command(
    name = "state",
    description = "Look at the state of a pipeline, verify it, copy it.",
    mixinStandardHelpOptions = true,
    subcommands = {StateShowCommand.class, StateCheckCommand.class, StateCopyCommand.class})
final class StateCommand {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  StateCommand() {}

  Landfall landfall() {
    return landfall;
  }

  /** The state directory that a person named; refused if it is none. */
  static StateDirectory existing(String verb, Path directory)
      throws CommandException, StateException {
    if (!Files.isDirectory(directory)) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot "
              + verb
              + " '"
              + directory
              + "': there is no such directory (run a pipeline first)");
    }
    StateDirectory there = StateDirectory.at(directory, HostTime.system());
    if (!there.exists()) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot "
              + verb
              + " '"
              + directory
              + "': it is no state directory, expected one with generations such as g000001 in it"
              + " (give what the pipeline file names as checkpoint.directory)");
    }
    return there;
  }
}
