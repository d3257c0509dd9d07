package dev.landfall.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what a pipeline that will not come back left in its store. One thread at a time. */
@Command(
    name = "retire",
    description =
        "Remove what a pipeline that will not come back left in its store, but for its records;"
            + " asks first.",
    mixinStandardHelpOptions = true)
final class RetireCommand implements Callable<Integer> {
  @Mixin private OperatorTarget target = new OperatorTarget();
  @Mixin private Consent consent = new Consent();

  @Option(
      names = PendingAbortCommand.LOSE,
      description = "Also if a checkpoint still counts on something: its records are lost.")
  private boolean lose;

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(this::retire);
  }

  private Exit retire(Operated pipeline)
      throws CommandException, RunException, IOException, InterruptedException {
    pipeline.warn();
    PipelineAdministration administration = pipeline.administration();
    List<PendingEntry> pending = administration.pending();
    if (!lose) {
      PendingEnd.ABORT.requireNoObjection(
          pending.stream().filter(RetireCommand::holdsRecords).toList(), administration);
    }
    List<String> belongings = belongings(administration, pending);
    belongings.forEach(pipeline.console().err()::println);
    if (!belongings.isEmpty()
        && !consent.isGiven(
            pipeline.console(),
            "Remove all of this from the store, for good? Records that are visible stay.")) {
      return Exit.DONE;
    }
    return report(pipeline, administration.retire());
  }

  private static boolean holdsRecords(PendingEntry entry) {
    return entry.isInStore() || entry.place() == PendingEntry.Place.LOG;
  }

  private static List<String> belongings(
      PipelineAdministration administration, List<PendingEntry> pending)
      throws RunException, InterruptedException {
    List<String> lines = new ArrayList<>();
    pending.forEach(entry -> lines.addAll(Entries.text(entry)));
    for (StoreEntry entry : administration.leftovers()) {
      lines.addAll(Entries.text(entry));
    }
    for (StoreEntry entry : administration.bookkeeping()) {
      lines.addAll(Entries.text(entry));
    }
    return lines;
  }

  private static Exit report(Operated pipeline, List<String> done) throws IOException {
    ObjectNode result = pipeline.result();
    ArrayNode removed = result.putArray("removed");
    done.forEach(removed::add);
    List<String> lines = new ArrayList<>(done);
    lines.add(
        done.isEmpty()
            ? "nothing but its records is left of " + pipeline.sink()
            : "retired " + pipeline.sink() + ": its records are all that is left in the store");
    pipeline
        .administration()
        .stateDirectory()
        .ifPresent(directory -> lines.add("state: rm -r '" + directory + "' removes the rest"));
    pipeline.print(result, lines);
    return Exit.DONE;
  }
}
