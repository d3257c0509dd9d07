package dev.landfall.cli.kill;

import dev.landfall.runner.Connectors;
import dev.landfall.runner.Pipeline;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.RunListener;
import dev.landfall.runner.RunOptions;
import dev.landfall.runner.plugin.InstalledConnectors;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceProvider;
import java.nio.file.Path;
import java.util.List;

/**
 * The runner without one of the things that make it right. A kill series that it survives would
 * prove nothing.
 */
final class FaultyHost {
  /** What is missing. */
  enum Fault {
    /** The source goes on where reading had come to, not where the checkpoint says. */
    NO_REPLAY,
    /** Nothing that a checkpoint holds is committed at a start, and nothing dangling aborted. */
    NO_RECOVERY,
    /** It dies between prepare and a durable checkpoint. */
    NO_CHECKPOINT,
    /** It dies between a durable checkpoint and its commit. */
    NO_COMMIT
  }

  private FaultyHost() {}

  /** Takes the fault and the pipeline's file. */
  public static void main(String[] arguments) throws Exception {
    Fault fault = Fault.valueOf(arguments[0]);
    Path file = Path.of(arguments[1]);
    PipelineDefinition definition = PipelineFile.read(file, References.ofProcess());
    try (InstalledConnectors installed =
        InstalledConnectors.load(FaultyHost.class.getClassLoader(), List.of())) {
      Connectors faulty = new FaultyConnectors(installed, fault, file.resolveSibling("forgotten"));
      Pipeline.of(definition, RunOptions.DEFAULT, faulty, RunListener.NONE).run();
    }
  }

  private record FaultyConnectors(Connectors real, Fault fault, Path positions)
      implements Connectors {
    @Override
    public SinkProvider<?> sink(Section section) throws ConfigurationException {
      SinkProvider<?> provider = real.sink(section);
      return fault == Fault.NO_REPLAY ? provider : new FaultySinkProvider<>(provider, fault);
    }

    @Override
    public SourceProvider<?> source(Section section) throws ConfigurationException {
      SourceProvider<?> provider = real.source(section);
      return fault == Fault.NO_REPLAY ? new FaultySourceProvider<>(provider, positions) : provider;
    }
  }

  private record FaultySinkProvider<C extends Record>(SinkProvider<C> real, Fault fault)
      implements SinkProvider<C> {
    @Override
    public String name() {
      return real.name();
    }

    @Override
    public String summary() {
      return real.summary();
    }

    @Override
    public Class<C> configuration() {
      return real.configuration();
    }

    @Override
    public Sink open(C configuration, SinkContext context) throws SinkException {
      Sink sink = real.open(configuration, context);
      if (sink instanceof WriteAheadSink writeAhead) {
        return new DyingLogSink(writeAhead);
      }
      return fault == Fault.NO_RECOVERY
          ? new UnrecoveredSink((TwoPhaseCommitSink) sink)
          : new DyingSink((TwoPhaseCommitSink) sink, fault);
    }
  }

  private record FaultySourceProvider<C extends Record>(SourceProvider<C> real, Path positions)
      implements SourceProvider<C> {
    @Override
    public String name() {
      return real.name();
    }

    @Override
    public String summary() {
      return real.summary();
    }

    @Override
    public Class<C> configuration() {
      return real.configuration();
    }

    @Override
    public Source open(C configuration, SourceContext context) throws SourceException {
      return new ForgetfulSource(real.open(configuration, context), positions);
    }
  }
}
