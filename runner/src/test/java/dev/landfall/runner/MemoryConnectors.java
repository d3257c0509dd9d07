package dev.landfall.runner;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceProvider;

/** Gives out what a test has made. */
record MemoryConnectors(Source made, Sink sink) implements Connectors {
  /** Nothing to configure. */
  record Nothing() {}

  @Override
  public SinkProvider<?> sink(Section section) {
    return new SinkProvider<Nothing>() {
      @Override
      public String name() {
        return "memory";
      }

      @Override
      public String summary() {
        return "a store in memory";
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
    return new SourceProvider<Nothing>() {
      @Override
      public String name() {
        return "numbers";
      }

      @Override
      public String summary() {
        return "numbers";
      }

      @Override
      public Class<Nothing> configuration() {
        return Nothing.class;
      }

      @Override
      public Source open(Nothing configuration, SourceContext context) {
        return made;
      }
    };
  }
}
