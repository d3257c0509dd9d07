package dev.landfall.runner;

import dev.landfall.runner.letters.DeadLetters;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Opens source and sink, and refuses a pair that cannot give what is asked for (SI-6). */
final class Endpoints {
  private final PipelineDefinition definition;
  private final Connectors connectors;
  private final References references;

  Endpoints(PipelineDefinition definition, Connectors connectors, References references) {
    this.definition = definition;
    this.connectors = connectors;
    this.references = references;
  }

  Source source(SourceContext context) throws AttemptException {
    try {
      return open(connectors.source(definition.source()), context);
    } catch (ConfigurationException | SourceException e) {
      throw refused(e);
    }
  }

  private <C extends Record> Source open(SourceProvider<C> provider, SourceContext context)
      throws ConfigurationException, SourceException {
    return provider.open(
        Configurations.bind(provider.configuration(), definition.sourceOptions(), references),
        context);
  }

  Sink sink(SinkContext context) throws AttemptException {
    try {
      return open(connectors.sink(definition.sink()), context);
    } catch (ConfigurationException | SinkException e) {
      throw refused(e);
    }
  }

  private <C extends Record> Sink open(SinkProvider<C> provider, SinkContext context)
      throws ConfigurationException, SinkException {
    return provider.open(
        Configurations.bind(provider.configuration(), definition.sinkOptions(), references),
        context);
  }

  private static AttemptException refused(Exception cause) {
    return AttemptException.refused(
        RunException.Kind.CONFIGURATION, String.valueOf(cause.getMessage()));
  }

  /** Refuses what cannot give the guarantee asked for. */
  void requireGuarantee(Source source, Sink sink) throws AttemptException {
    Guarantee.Level asked = definition.guarantee();
    if (source.replay() == Source.Replay.ONCE && asked != Guarantee.Level.AT_MOST_ONCE) {
      throw AttemptException.refused(
          RunException.Kind.CONFIGURATION,
          String.format(
              "Cannot run '%s' with guarantee %s: the source '%s' cannot be read again after a"
                  + " crash, expected one that can (ask for guarantee: at-most-once, or read from a"
                  + " file or a log)",
              definition.pipeline(), asked, definition.sourceType()));
    }
    Guarantee.Level given = sink.guarantee().level();
    if (!given.covers(asked)) {
      throw AttemptException.refused(
          RunException.Kind.CONFIGURATION,
          String.format(
              "Cannot run '%s' with guarantee %s: the sink '%s' gives %s in this mode, expected %s"
                  + " or more (choose another mode, or ask for less)",
              definition.pipeline(), asked, definition.sinkType(), given, asked));
    }
  }

  /**
   * Asks both, and the place for dead letters, for what they miss.
   *
   * @return what is weak and does not keep the pipeline from starting
   */
  List<Finding> preflight(Source source, Sink sink, Optional<DeadLetters> letters)
      throws AttemptException, InterruptedException {
    List<Finding> findings = new ArrayList<>(source.preflight());
    findings.addAll(sink.preflight(terms()));
    if (letters.isPresent()) {
      findings.addAll(letters.get().sink().preflight(terms()));
    }
    List<Finding> errors =
        findings.stream().filter(one -> one.severity() == Finding.Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw AttemptException.refused(
          RunException.Kind.PREFLIGHT,
          errors.stream()
              .map(error -> "\n  " + error.what() + " (" + error.remedy() + ")")
              .collect(
                  Collectors.joining(
                      "", "Cannot start '" + definition.pipeline() + "': preflight found", "")));
    }
    findings.removeAll(errors);
    return findings;
  }

  private PipelineTerms terms() {
    return new PipelineTerms(
        definition.guarantee(),
        definition.checkpoint().interval(),
        definition.checkpoint().toleratedDowntime(),
        definition.parallelism(),
        new KeyExtractor(definition.key()).isKeyed());
  }
}
