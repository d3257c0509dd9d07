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

/** Discards what is prepared or open. One thread at a time. */
@Command(
    name = "abort",
    description = "Abort what is prepared or open; asks first.",
    mixinStandardHelpOptions = true)
final class PendingAbortCommand implements Callable<Integer> {
  static final String LOSE = "--lose-data";

  @Mixin private OperatorTarget target = new OperatorTarget();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "As 'pending list' prints it.")
  private List<String> names = new ArrayList<>();

  @Mixin private PendingSelection selection = new PendingSelection();
  @Mixin private Consent consent = new Consent();

  @Option(names = LOSE, description = "Also what a checkpoint counts on: its records are lost.")
  private boolean lose;

  @Override
  public Integer call()
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    Contradiction objection = lose ? Contradiction.ACCEPT : Contradiction.REFUSE;
    return target.operate(
        pipeline -> selection.end(pipeline, PendingEnd.ABORT, names, consent, objection));
  }
}
