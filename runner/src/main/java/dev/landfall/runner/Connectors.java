package dev.landfall.runner;

import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.SourceProvider;

/** Where a run finds connectors. Thread-safe. */
public interface Connectors {
  /**
   * The sink connector that the section names by its {@code type}.
   *
   * @throws ConfigurationException if there is none, or more than one of that name
   */
  SinkProvider<?> sink(Section section) throws ConfigurationException;

  /**
   * The source connector that the section names by its {@code type}.
   *
   * @throws ConfigurationException if there is none, or more than one of that name
   */
  SourceProvider<?> source(Section section) throws ConfigurationException;
}
