package dev.landfall.benchmarks;

import dev.landfall.sdk.config.References;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Secrets of a store that was started here, as {@code ${env:NAME}}. Immutable, thread-safe. */
record GivenSecrets(Map<String, String> secrets) implements References {
  GivenSecrets {
    secrets = Map.copyOf(secrets);
  }

  @Override
  public Optional<String> variable(String name) {
    return Optional.ofNullable(secrets.get(name));
  }

  @Override
  public String file(Path path) throws IOException {
    throw new IOException("Cannot read " + path + ": there are no files here");
  }

  @Override
  public String toString() {
    return "secrets " + secrets.keySet();
  }
}
