package dev.landfall.conformance.host;

import java.util.List;

/**
 * What a sink said when it was opened with a key that nobody knows (SI-7). Immutable, thread-safe.
 *
 * @param key the key, misspelt
 * @param meant the key that it is nearest to
 * @param errors why the sink does not open; nothing if it does
 */
public record Misspelling(String key, String meant, List<String> errors) {
  public Misspelling {
    errors = List.copyOf(errors);
  }
}
