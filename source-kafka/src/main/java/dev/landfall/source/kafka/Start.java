package dev.landfall.source.kafka;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Where a partition without a checkpoint begins. Immutable, thread-safe.
 *
 * @param kind which end, or a time
 * @param time the first record at or after it, for {@link Kind#TIME}
 */
record Start(Kind kind, Optional<Instant> time) {
  enum Kind {
    EARLIEST,
    LATEST,
    TIME
  }

  /**
   * Reads what a pipeline file says.
   *
   * @throws IllegalArgumentException if it is none of the three
   */
  static Start parse(String text) {
    if (text.equals("earliest")) {
      return new Start(Kind.EARLIEST, Optional.empty());
    }
    if (text.equals("latest")) {
      return new Start(Kind.LATEST, Optional.empty());
    }
    try {
      return new Start(Kind.TIME, Optional.of(Instant.parse(text)));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'start' is '"
              + text
              + "', expected earliest, latest or a time such as 2026-01-31T00:00:00Z",
          e);
    }
  }
}
