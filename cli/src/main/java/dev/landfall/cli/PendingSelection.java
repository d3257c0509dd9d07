package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.config.NearestName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Which pending entries to end. One thread at a time. */
final class PendingSelection {
  @Option(
      names = "--all",
      description = "Every one for which this is what a start would do as well.")
  private boolean all;

  /** Ends one entry and tells what was done. */
  interface Ending {
    String end(PendingEntry entry) throws RunException, InterruptedException;
  }

  /** What the state directory has against ending one. */
  interface Objection {
    Optional<String> to(PendingEntry entry);
  }

  /** What of all there is was asked for, in the order of intervals. */
  List<PendingEntry> of(
      List<String> names, List<PendingEntry> pending, Predicate<PendingEntry> asAStartWould)
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
          .filter(asAStartWould.and(entry -> !chosen.contains(entry)))
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

  /** Tells every objection at once, before anything is asked or changed. */
  static void requireNoObjection(List<PendingEntry> chosen, Objection objection, String flag)
      throws CommandException {
    List<String> objections =
        chosen.stream().flatMap(entry -> objection.to(entry).stream()).toList();
    if (!objections.isEmpty()) {
      throw new CommandException(
          Exit.CONFIGURATION,
          String.join("\n", objections) + "\n" + flag + " is how to say so; nothing was changed");
    }
  }

  /** Ends one after the other, and tells about each. */
  static Exit end(Operated pipeline, List<PendingEntry> chosen, Ending ending)
      throws RunException, IOException, InterruptedException {
    ObjectNode result = pipeline.result();
    ArrayNode done = result.putArray("done");
    List<String> lines = new ArrayList<>();
    try {
      for (PendingEntry entry : chosen) {
        String what = ending.end(entry);
        done.addObject().put("name", entry.entry().name()).put("result", what);
        lines.add(entry.entry().name() + ": " + what);
      }
    } finally {
      pipeline.print(result, lines);
    }
    return Exit.DONE;
  }
}
