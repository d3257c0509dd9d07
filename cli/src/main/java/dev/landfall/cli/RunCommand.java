package dev.landfall.cli;

import dev.landfall.runner.Pipeline;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.RunException;
import dev.landfall.runner.RunOptions;
import dev.landfall.runner.RunSummary;
import dev.landfall.runner.state.Entry;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.host.ReplayPolicy;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a pipeline. One thread at a time. */
@Command(
    name = "run",
    description = "Run a pipeline to the end of its input, or until it is stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @ParentCommand private Landfall landfall;

  @Parameters(paramLabel = "PIPELINE.yaml", description = "The pipeline.")
  private Path file;

  @Option(
      names = "--take-over",
      description = "Take the state from whoever holds it; that process completes nothing more.")
  private boolean takeOver;

  @Option(
      names = "--accept-replay",
      description =
          "Repeat records that the store has confirmed after the restored checkpoint, or go on"
              + " without those that it has forgotten.")
  private boolean acceptReplay;

  @Option(
      names = "--from-checkpoint",
      paramLabel = "N",
      description = "Go back to this checkpoint on purpose.")
  private @Nullable Long checkpoint;

  @Option(
      names = "--summary",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "How the end of the run is told on standard output; json is one line.")
  private Summary summary;

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      description =
          "Serve figures for Prometheus at /metrics while the pipeline runs; without HOST for"
              + " this machine alone.")
  private @Nullable String metrics;

  /** How the end is told. */
  private enum Summary {
    TEXT,
    JSON
  }

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  RunCommand() {}

  @Override
  public Integer call()
      throws ConfigurationException, RunException, CommandException, InterruptedException {
    RunOptions options = options();
    PipelineDefinition definition =
        PipelineFile.read(file, options.references(), landfall.connectors());
    if (metrics == null) {
      return run(definition, options);
    }
    MeasuredMetrics measured = new MeasuredMetrics(definition.pipeline());
    try (MetricsEndpoint endpoint = MetricsEndpoint.start(metrics, measured)) {
      landfall.console().err().println("metrics: " + endpoint.url());
      return run(definition, options.measuring(measured));
    }
  }

  private int run(PipelineDefinition definition, RunOptions options)
      throws RunException, InterruptedException {
    RunPrinter printer = new RunPrinter(landfall.console(), definition, options.time());
    Pipeline pipeline = Pipeline.of(definition, options, landfall.connectors(), printer);
    StopOnSignal stop =
        StopOnSignal.of(
            "stopping after a last checkpoint", pipeline::stop, landfall.console().err());
    try {
      RunSummary ended = pipeline.run();
      switch (summary) {
        case TEXT -> printer.ended(ended);
        case JSON -> printer.endedInJson(ended, stop.exitCode());
      }
    } catch (RunException e) {
      if (summary == Summary.JSON) {
        printer.failedInJson(e);
      }
      throw e;
    } finally {
      printer.clear();
    }
    return stop.exitCode();
  }

  private RunOptions options() {
    RunOptions options = RunOptions.DEFAULT;
    if (takeOver) {
      options = options.entering(Entry.TAKE_OVER);
    }
    if (acceptReplay) {
      options = options.replaying(ReplayPolicy.ACCEPT);
    }
    return checkpoint == null ? options : options.fromCheckpoint(new CheckpointId(checkpoint));
  }
}
