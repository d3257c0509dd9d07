package dev.landfall.cli;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.runner.state.StoredCheckpoint;
import dev.landfall.sdk.host.Pending;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Prints what is in a state directory, and changes nothing. One thread at a time. */
@Command(
    name = "show",
    description = "Print checkpoints, positions and pending commits; changes nothing.",
    mixinStandardHelpOptions = true)
final class StateShowCommand implements Callable<Integer> {
  @ParentCommand private StateCommand state;

  @Parameters(paramLabel = "DIR", description = "checkpoint.directory of the pipeline file.")
  private Path directory;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  StateShowCommand() {}

  @Override
  public Integer call() throws CommandException, StateException {
    StateDirectory there = StateCommand.existing("show", directory);
    PrintWriter out = state.landfall().console().out();
    String held = there.liveHolder().isPresent() ? "held by " : "held by nobody, last by ";
    out.println(there.holder().map(holder -> held + holder).orElse("held by nobody"));
    List<StoredCheckpoint> checkpoints = there.checkpoints();
    out.println(RunPrinter.counted(checkpoints.size(), "checkpoint") + ", newest first");
    for (StoredCheckpoint stored : checkpoints) {
      print(out, stored);
    }
    return Exit.DONE.code();
  }

  /** A damaged checkpoint is told and does not hide the older ones. */
  private static void print(PrintWriter out, StoredCheckpoint stored) {
    out.println();
    out.println(
        "checkpoint " + stored.id() + ", generation " + stored.generation() + ", " + stored.file());
    try {
      print(out, stored.read());
    } catch (StateException e) {
      out.println("  " + e.getMessage());
    }
  }

  private static void print(PrintWriter out, Checkpoint checkpoint) {
    out.println("  taken " + checkpoint.taken() + " of " + checkpoint.owner());
    checkpoint
        .positions()
        .forEach((split, position) -> out.println("  at " + split + " " + position.fields()));
    checkpoint.newest().forEach(interval -> out.println("  newest interval " + interval));
    for (Pending pending : checkpoint.pending()) {
      out.println(
          "  pending "
              + pending.committable()
              + ", "
              + pending.committable().records()
              + " records");
    }
    if (checkpoint.pending().isEmpty()) {
      out.println("  nothing to commit");
    }
  }
}
