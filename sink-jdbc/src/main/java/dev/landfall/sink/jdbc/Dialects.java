package dev.landfall.sink.jdbc;

import java.util.Locale;
import java.util.Optional;

/** Finds the dialect of an address. Stateless, thread-safe. */
final class Dialects {
  private Dialects() {}

  /** The dialect that an address asks for, or empty if this sink speaks none such. */
  static Optional<Dialect> of(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (lower.startsWith("jdbc:h2:")) {
      return Optional.of(new H2Dialect());
    }
    return Optional.empty();
  }
}
