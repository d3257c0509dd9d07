package dev.landfall.sink.jdbc;

import org.jspecify.annotations.Nullable;

/** A value that its column cannot hold; the message names column, value and bound (SI-8). */
final class RefusedValueException extends Exception {
  private final String reason;

  RefusedValueException(String message) {
    // No stack trace: rejected records may come by the thousand.
    super(message, null, false, false);
    this.reason = message;
  }

  /** The message. */
  String reason() {
    return reason;
  }

  static RefusedValueException of(Column column, @Nullable Object value, String expected) {
    return new RefusedValueException(
        "Cannot write column "
            + column.name()
            + ": "
            + shorten(String.valueOf(value))
            + ", expected "
            + expected);
  }

  private static String shorten(String text) {
    int most = 60;
    return text.length() <= most
        ? "'" + text + "'"
        : "'" + text.substring(0, most) + "…' (" + text.length() + " characters)";
  }
}
