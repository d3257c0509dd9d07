package dev.landfall.cli;

import dev.landfall.runner.Contradiction;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.RunException;
import java.util.List;
import java.util.Optional;

/** The two ways in which something pending ends. */
enum PendingEnd {
  COMMIT(PendingCommitCommand.ACCEPT, "Make %s visible?") {
    @Override
    boolean isWhatAStartDoes(PendingEntry entry) {
      return entry.isNamed();
    }

    @Override
    Optional<String> objection(PipelineAdministration administration, PendingEntry entry) {
      return administration.objectionToCommit(entry);
    }

    @Override
    String end(PipelineAdministration administration, PendingEntry entry, Contradiction objection)
        throws RunException, InterruptedException {
      return administration.commit(entry, objection);
    }
  },

  ABORT(PendingAbortCommand.LOSE, "Discard %s for good?") {
    @Override
    boolean isWhatAStartDoes(PendingEntry entry) {
      return !entry.isNamed();
    }

    @Override
    Optional<String> objection(PipelineAdministration administration, PendingEntry entry) {
      return administration.objectionToAbort(entry);
    }

    @Override
    String end(PipelineAdministration administration, PendingEntry entry, Contradiction objection)
        throws RunException, InterruptedException {
      return administration.abort(entry, objection);
    }
  };

  private final String flag;
  private final String question;

  PendingEnd(String flag, String question) {
    this.flag = flag;
    this.question = question;
  }

  /** Tells every objection at once, before anything is asked or changed. */
  void requireNoObjection(List<PendingEntry> entries, PipelineAdministration administration)
      throws CommandException {
    List<String> objections =
        entries.stream().flatMap(entry -> objection(administration, entry).stream()).toList();
    if (!objections.isEmpty()) {
      throw new CommandException(
          Exit.CONFIGURATION,
          String.join("\n", objections) + "\n" + flag + " is how to say so; nothing was changed");
    }
  }

  /** What a person is asked about so many. */
  String question(int count) {
    return question.formatted(count == 1 ? "it" : "these " + count);
  }

  abstract boolean isWhatAStartDoes(PendingEntry entry);

  /** What the state directory has against it. */
  abstract Optional<String> objection(PipelineAdministration administration, PendingEntry entry);

  /** Ends one and tells what was done. */
  abstract String end(
      PipelineAdministration administration, PendingEntry entry, Contradiction objection)
      throws RunException, InterruptedException;
}
