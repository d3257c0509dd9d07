package dev.landfall.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Commands of the conformance suite. One thread at a time. */
@Command(
    name = "conformance",
    description = "Crash a sink in front of its store, grade the suite, or repeat one of its runs.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ConformanceRunCommand.class,
      ConformanceGradeCommand.class,
      ConformanceReplayCommand.class
    })
final class ConformanceCommand {
  @ParentCommand private Landfall landfall;

  /** Picocli sets the parent. */
  @SuppressWarnings("NullAway.Init")
  ConformanceCommand() {}

  Landfall landfall() {
    return landfall;
  }

  /** Its sinks fail on purpose, a hundred thousand times: nobody wants to read that in a log. */
  static void silenceTheSinks() {
    System.setProperty("org.slf4j.simpleLogger.log.dev.landfall.sdk", "off");
  }
}
