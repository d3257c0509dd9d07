package dev.landfall.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Commands about state directories. One thread at a time. */
@Command(
    name = "state",
    description = "Look at the state of a pipeline.",
    mixinStandardHelpOptions = true,
    subcommands = StateShowCommand.class)
final class StateCommand {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  StateCommand() {}

  Landfall landfall() {
    return landfall;
  }
}
