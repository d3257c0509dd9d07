package dev.landfall.cli;

import dev.landfall.runner.OnReject;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.RejectedRecord;
import dev.landfall.runner.RunException;
import dev.landfall.runner.RunListener;
import dev.landfall.runner.RunProgress;
import dev.landfall.runner.RunSummary;
import dev.landfall.runner.Stall;
import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.RecoveryReport;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Tells a person what a run does: progress to {@code err}, the result to {@code out}. */
final class RunPrinter implements RunListener {
  private final Console console;
  private final PipelineDefinition definition;
  private final ProgressLine progress;
  private final RunProgressText text;
  private Optional<String> inspection = Optional.empty();
  private Optional<CheckpointId> newest = Optional.empty();

  RunPrinter(Console console, PipelineDefinition definition, HostTime time) {
    this.console = console;
    this.definition = definition;
    this.progress = new ProgressLine(console.err(), time);
    this.text = new RunProgressText(time);
  }

  @Override
  public void warned(Finding finding) {
    say("warning: " + finding.what() + " (" + finding.remedy() + ")");
  }

  @Override
  public void opened(Guarantee guarantee, Optional<String> lookHere) {
    inspection = lookHere;
    say(
        String.format(
            "%s: %s to %s, %s when read like this: %s",
            definition.pipeline(),
            definition.sourceType(),
            definition.sinkType(),
            definition.guarantee(),
            guarantee.reader()));
  }

  @Override
  public void started(
      Generation generation, Optional<Checkpoint> restored, RecoveryReport recovery) {
    newest = restored.map(Checkpoint::id);
    say(
        "generation "
            + generation
            + ", from "
            + newest.map(id -> "checkpoint " + id).orElse("the beginning"));
    if (recovery.restored().records() > 0) {
      say(recovered(recovery.restored()));
    }
    recovery.aborted().forEach(name -> say("aborted what was in no checkpoint: " + name));
  }

  static String recovered(CommitReport restored) {
    String what =
        restored.alreadyCommitted() == 0
            ? "committed now what that checkpoint holds, "
            : restored.committed() == 0
                ? "what that checkpoint holds was committed before, "
                : "committed now what that checkpoint holds and was not committed before, of ";
    return "recovered: " + what + counted(restored.records(), "record");
  }

  @Override
  public void checkpointCompleted(CheckpointId id, Duration took) {
    newest = Optional.of(id);
  }

  @Override
  public void checkpointFailed(CheckpointId id, String reason) {
    say(reason + "; its records stay for the next checkpoint");
  }

  @Override
  public void rejected(RejectedRecord record) {
    if (!definition.rejected().equals(OnReject.FAIL)) {
      say("rejected " + record); // else the end of the run says so
    }
  }

  @Override
  public void stalled(Stall stall) {
    say(stall.toString());
  }

  @Override
  public void restarting(String reason, int attempt, Duration pause) {
    say(
        String.format(
            "starting again in %d s (attempt %d): %s", pause.toSeconds(), attempt, reason));
  }

  @Override
  public void progressed(RunProgress now) {
    progress.show(text.of(now));
  }

  /** Prints what the run did and where to look. */
  void ended(RunSummary summary) {
    progress.clear();
    console.out().println(ending(summary));
    inspection.ifPresent(how -> console.out().println("look: " + how));
    if (summary.rejected() > 0 && definition.rejected() instanceof OnReject.DeadLetter kept) {
      console.out().println("dead letters: " + kept.directory());
    }
    console.out().println("state: landfall state show " + definition.checkpoint().directory());
  }

  /** The same for a program. */
  void endedInJson(RunSummary summary, int exitCode) {
    progress.clear();
    console.out().println(SummaryJson.ended(definition.pipeline(), summary, newest, exitCode));
  }

  /** Tells a program of a run that failed. */
  void failedInJson(RunException failure) {
    progress.clear();
    console.out().println(SummaryJson.failed(definition.pipeline(), failure, newest));
  }

  private String ending(RunSummary summary) {
    String upTo = newest.map(id -> " up to checkpoint " + id).orElse("");
    return switch (summary.end()) {
      case NOTHING_TO_DO ->
          (summary.recovered() == 0 ? "nothing to do" : "nothing left to read")
              + ": all of the input is delivered"
              + upTo;
      case END_OF_INPUT -> "done: " + figures(summary);
      case FAILED -> "failed" + upTo + ": " + figures(summary);
      case STOPPED -> "stopped" + upTo + ": " + figures(summary);
    };
  }

  private static String figures(RunSummary summary) {
    return String.format(
        Locale.ROOT,
        "%s read, %s committed, %s rejected, %s, %.1f s",
        counted(summary.read(), "record"),
        count(summary.committed()),
        count(summary.rejected()),
        counted(summary.checkpoints(), "checkpoint"),
        summary.elapsed().toMillis() / 1000.0);
  }

  static String counted(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String count(long records) {
    return String.format(Locale.ROOT, "%,d", records);
  }

  private void say(String line) {
    progress.clear();
    console.err().println(line);
  }

  /** Leaves no half line behind. */
  void clear() {
    progress.clear();
  }
}
