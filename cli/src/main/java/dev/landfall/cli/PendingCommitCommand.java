package dev.landfall.cli;

import dev.landfall.runner.Contradiction;
import dev.landfall.runner.PendingEntry;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.RunException;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes what is prepared visible. One thread at a time. */
@Command(
    name = "commit",
    description = "Commit what is prepared; asks first.",
    mixinStandardHelpOptions = true)
final class PendingCommitCommand implements Callable<Integer> {
  private static final String ACCEPT = "--accept-duplicates";

  @Mixin private OperatorTarget target = new OperatorTarget();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "As 'pending list' prints it.")
  private List<String> names = new ArrayList<>();

  @Mixin private PendingSelection selection = new PendingSelection();
  @Mixin private Consent consent = new Consent();

  @Option(
      names = ACCEPT,
      description = "Also what no checkpoint names: the next start writes its records again.")
  private boolean accept;

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    return target.operate(this::commit);
  }

  private Exit commit(Operated pipeline)
      throws CommandException, RunException, IOException, InterruptedException {
    pipeline.warn();
    PipelineAdministration administration = pipeline.administration();
    List<PendingEntry> chosen =
        selection.of(names, administration.pending(), PendingEntry::isNamed);
    if (!accept) {
      PendingSelection.requireNoObjection(chosen, administration::objectionToCommit, ACCEPT);
    }
    chosen.forEach(entry -> Entries.text(entry).forEach(pipeline.console().err()::println));
    if (chosen.isEmpty()
        || consent.isGiven(pipeline.console(), "Make " + count(chosen) + " visible?")) {
      return PendingSelection.end(
          pipeline,
          chosen,
          entry ->
              administration.commit(entry, accept ? Contradiction.ACCEPT : Contradiction.REFUSE));
    }
    return Exit.DONE;
  }

  private static String count(List<PendingEntry> chosen) {
    return chosen.size() == 1 ? "it" : "these " + chosen.size();
  }
}
