package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.Contradiction;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.config.NearestName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Option;

/** Which pending entries to end, and ending them. One thread at a time. */
final class PendingSelection {
  @Option(
      names = "--all",
      description = "Every one for which this is what a start would do as well.")
  private boolean all;

  /** Shows what was chosen and what speaks against it, asks, and ends one after the other. */
  Exit end(
      Operated pipeline,
      PendingEnd end,
      List<String> names,
      Consent consent,
      Contradiction objection)
      throws CommandException, RunException, IOException, InterruptedException {
    pipeline.warn();
    PipelineAdministration administration = pipeline.administration();
    List<PendingEntry> chosen = of(names, administration.pending(), end);
    if (objection == Contradiction.REFUSE) {
      end.requireNoObjection(chosen, administration);
    }
    chosen.forEach(entry -> Entries.text(entry).forEach(pipeline.console().err()::println));
    if (!chosen.isEmpty() && !consent.isGiven(pipeline.console(), end.question(chosen.size()))) {
      return Exit.DONE;
    }
    ObjectNode result = pipeline.result();
    ArrayNode done = result.putArray("done");
    List<String> lines = new ArrayList<>();
    try {
      for (PendingEntry entry : chosen) {
        String what = end.end(administration, entry, objection);
        done.addObject().put("name", entry.entry().name()).put("result", what);
        lines.add(entry.entry().name() + ": " + what);
      }
    } finally {
      pipeline.print(result, lines);
    }
    return Exit.DONE;
  }

  /** What of all there is was asked for, in the order of intervals. */
  private List<PendingEntry> of(List<String> names, List<PendingEntry> pending, PendingEnd end)
      throws CommandException {
    if (names.isEmpty() && !all) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot tell which to end: no NAME, expected those that 'pending list' prints, or --all");
    }
    List<PendingEntry> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(named(name, pending));
    }
    if (all) {
      pending.stream()
          .filter(entry -> end.isWhatAStartDoes(entry) && !chosen.contains(entry))
          .forEach(chosen::add);
    }
    chosen.sort(
        Comparator.comparing(
                (PendingEntry entry) ->
                    entry.interval().map(one -> one.generation()).orElse(Generation.NONE))
            .thenComparing(entry -> entry.interval().map(one -> one.ordinal()).orElse(0L)));
    return chosen;
  }

  private static PendingEntry named(String name, List<PendingEntry> pending)
      throws CommandException {
    List<String> known = pending.stream().map(entry -> entry.entry().name()).toList();
    return pending.stream()
        .filter(entry -> entry.entry().name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandException(
                    Exit.CONFIGURATION,
                    "Cannot end '"
                        + name
                        + "': nothing of that name is pending ("
                        + NearestName.remedy(name, known)
                        + ")"));
  }
}
