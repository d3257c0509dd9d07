package dev.landfall.conformance.memory;

import dev.landfall.sdk.IntervalId;
import java.util.List;
import java.util.Optional;

/**
 * One entry of a subtask's numbered confirmation log: a take-over, or the confirmation of an
 * interval with the objects that hold its records. Immutable, thread-safe.
 *
 * @param generation who wrote it
 * @param instance tells one's own take-over from another's
 * @param interval what it confirms; empty for a take-over
 * @param objects in order
 */
record ConfirmationEntry(
    long generation, String instance, Optional<IntervalId> interval, List<String> objects) {
  private static final Memo<ConfirmationEntry> PARSED = new Memo<>(ConfirmationEntry::parseAnew);

  static ConfirmationEntry takeover(long generation, String instance) {
    return new ConfirmationEntry(generation, instance, Optional.empty(), List.of());
  }

  static ConfirmationEntry confirms(IntervalId interval, List<String> objects) {
    return new ConfirmationEntry(
        interval.generation().value(), "", Optional.of(interval), List.copyOf(objects));
  }

  String text() {
    return generation
        + ";"
        + instance
        + ";"
        + interval.map(IntervalId::toString).orElse("")
        + ";"
        + String.join(",", objects);
  }

  /** The inverse of {@link #text}; the same few texts are read again and again in every run. */
  static ConfirmationEntry parse(String text) {
    return PARSED.of(text);
  }

  private static ConfirmationEntry parseAnew(String text) {
    String[] fields = text.split(";", 4);
    return new ConfirmationEntry(
        Long.parseLong(fields[0]),
        fields[1],
        fields[2].isEmpty() ? Optional.empty() : Optional.of(IntervalId.parse(fields[2])),
        fields[3].isEmpty() ? List.of() : List.of(fields[3].split(",", -1)));
  }
}
