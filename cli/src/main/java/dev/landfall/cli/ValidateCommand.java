package dev.landfall.cli;

import dev.landfall.runner.Pipeline;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.RunException;
import dev.landfall.runner.RunOptions;
import dev.landfall.sdk.config.ConfigurationException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Checks a pipeline without writing anything. One thread at a time. */
@Command(
    name = "validate",
    description = "Check a pipeline file, its connectors, and what source and store miss.",
    mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
  @ParentCommand private Landfall landfall;

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline.")
  private Path file;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  ValidateCommand() {}

  @Override
  public Integer call() throws ConfigurationException, RunException, InterruptedException {
    RunOptions options = RunOptions.DEFAULT;
    PipelineDefinition definition =
        PipelineFile.read(file, options.references(), landfall.connectors());
    RunPrinter printer = new RunPrinter(landfall.console(), definition, options.time());
    Pipeline.of(definition, options, landfall.connectors(), printer).check();
    landfall.console().out().println("'" + file + "' is ready to run");
    return Exit.DONE.code();
  }
}
