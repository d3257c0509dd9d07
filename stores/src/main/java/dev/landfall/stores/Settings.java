package dev.landfall.stores;

import java.util.Locale;
import java.util.Optional;

/**
 * Looks up what the user has set: the system property first ({@code landfall.mysql.url}), then the
 * environment ({@code LANDFALL_MYSQL_URL}). Thread-safe.
 */
final class Settings {
  private Settings() {}

  static Optional<String> find(String variable) {
    String property = variable.toLowerCase(Locale.ROOT).replace('_', '.');
    String value = System.getProperty(property);
    return Optional.ofNullable(value != null ? value : System.getenv(variable))
        .map(String::strip)
        .filter(text -> !text.isEmpty());
  }
}
