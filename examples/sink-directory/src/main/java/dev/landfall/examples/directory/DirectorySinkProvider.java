package dev.landfall.examples.directory;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkProvider;

/** Finds the directory sink by its name. Stateless, thread-safe. */
public final class DirectorySinkProvider implements SinkProvider<DirectoryConfiguration> {
  @Override
  public String name() {
    return "directory";
  }

  @Override
  public String summary() {
    return "JSON lines in a local directory, exactly once by two-phase commit";
  }

  @Override
  public Class<DirectoryConfiguration> configuration() {
    return DirectoryConfiguration.class;
  }

  @Override
  public Sink open(DirectoryConfiguration configuration, SinkContext context) {
    return DirectorySink.open(configuration, context, Disk.LOCAL);
  }
}
