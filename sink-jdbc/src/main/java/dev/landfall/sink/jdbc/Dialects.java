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
    if (lower.startsWith("jdbc:mysql:")) {
      return Optional.of(new MySqlDialect());
    }
    if (lower.startsWith("jdbc:mariadb:")) {
      return Optional.of(new MariaDbDialect());
    }
    if (lower.startsWith("jdbc:postgresql:")) {
      return Optional.of(new PostgresDialect());
    }
    return Optional.empty();
  }
}
