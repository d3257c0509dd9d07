package dev.landfall.cli;

import dev.landfall.runner.Pipeline;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.RunException;
import dev.landfall.runner.RunOptions;
import dev.landfall.sdk.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * What all commands about a pipeline's store take: its file, and how to print. One thread at a
 * time.
 */
final class OperatorTarget {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Parameters(index = "0", paramLabel = "PIPELINE.yaml", description = "The pipeline.")
  private Path file;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  /** Picocli sets everything. */
  @SuppressWarnings("NullAway.Init")
  OperatorTarget() {}

  /** What a command does with an opened sink. */
  interface Operation {
    Exit run(Operated pipeline)
        throws CommandException, RunException, IOException, InterruptedException;
  }

  /** Opens the pipeline's sink for the operation, and closes it. */
  int operate(Operation operation)
      throws CommandException,
          ConfigurationException,
          RunException,
          IOException,
          InterruptedException {
    Landfall landfall = (Landfall) command.root().userObject();
    RunOptions options = RunOptions.DEFAULT;
    PipelineDefinition definition =
        PipelineFile.read(file, options.references(), landfall.connectors());
    try (PipelineAdministration administration =
        Pipeline.administer(definition, options, landfall.connectors())) {
      return operation
          .run(new Operated(definition, administration, landfall.console(), json))
          .code();
    }
  }
}
