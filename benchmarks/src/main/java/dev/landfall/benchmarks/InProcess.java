package dev.landfall.benchmarks;

import dev.landfall.runner.Connectors;
import dev.landfall.runner.source.FileSourceProvider;
import dev.landfall.runner.source.GeneratorSourceProvider;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.SourceProvider;
import java.util.Optional;

/** The runner's own sources, and the sink that is given. Immutable, thread-safe. */
record InProcess(Sink sink) implements Connectors {
  /** Nothing to configure. */
  record Nothing() {}

  @Override
  public SinkProvider<?> sink(Section section) {
    return new SinkProvider<Nothing>() {
      @Override
      public String name() {
        return "discarding";
      }

      @Override
      public String summary() {
        return "Takes records and does nothing";
      }

      @Override
      public Class<Nothing> configuration() {
        return Nothing.class;
      }

      @Override
      public Sink open(Nothing configuration, SinkContext context) {
        return sink;
      }
    };
  }

  @Override
  public SourceProvider<?> source(Section section) {
    return section.text("type").equals(Optional.of("file"))
        ? new FileSourceProvider()
        : new GeneratorSourceProvider();
  }
}
