package dev.landfall.cli;

import dev.landfall.runner.Contradiction;
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
  static final String ACCEPT = "--accept-duplicates";

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
    Contradiction objection = accept ? Contradiction.ACCEPT : Contradiction.REFUSE;
    return target.operate(
        pipeline -> selection.end(pipeline, PendingEnd.COMMIT, names, consent, objection));
  }
}
