package dev.landfall.cli;

import dev.landfall.conformance.replay.Replay;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Repeats one run of the suite. One thread at a time. */
@Command(
    name = "replay",
    description = "Repeat one run from its token, and print what happened as a lane diagram.",
    mixinStandardHelpOptions = true)
final class ConformanceReplayCommand implements Callable<Integer> {
  @ParentCommand private ConformanceCommand conformance;

  @Parameters(
      paramLabel = "TOKEN",
      description = "As printed beside a failure: SINK;SCHEDULE;seed=N;FAULT@ADDRESS.")
  private String token;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  ConformanceReplayCommand() {}

  @Override
  public Integer call() throws CommandException {
    ConformanceCommand.silenceTheSinks();
    try {
      conformance.landfall().console().out().print(Replay.of(token));
      return Exit.DONE.code();
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }
}
