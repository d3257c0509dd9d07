package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;

/**
 * One folder of the partition: fixed text, and at most one value behind it, so that the folder's
 * name tells the value. Immutable, thread-safe.
 *
 * @param literal what the folder begins with, such as {@code dt=}
 * @param field the field, {@code timestamp} for the record's own time; empty for none
 * @param pattern how a time is written, in UTC
 */
record PartitionSegment(
    String literal, Optional<String> field, Optional<DateTimeFormatter> pattern) {
  private static final String TIMESTAMP = "timestamp";

  /** Appends the folder's name. */
  void append(SinkRecord record, StringBuilder to) throws UnwritableException {
    to.append(literal);
    if (field.isPresent()) {
      Optional<String> text = text(value(record, field.get()), field.get());
      to.append(text.isPresent() ? PathEncoding.encode(text.get()) : PathEncoding.NULL);
    }
  }

  private static Value value(SinkRecord record, String field) {
    if (field.equals(TIMESTAMP)) {
      return record.timestampMillis() == SinkRecord.NO_TIMESTAMP
          ? Value.ofNull()
          : Value.of(Instant.ofEpochMilli(record.timestampMillis()));
    }
    return record.value() instanceof Value.OfMap map ? map.field(field) : Value.ofNull();
  }

  private Optional<String> text(Value value, String name) throws UnwritableException {
    if (value.isNull()) {
      return Optional.empty();
    }
    if (pattern.isPresent()) {
      return Optional.of(formatted(pattern.get(), value, name));
    }
    return switch (value.kind()) {
      case BYTES, LIST, MAP ->
          throw new UnwritableException(
              "field '" + name + "' is a " + value.kind() + ", which names no folder");
      case TEXT -> Optional.of(sound(value.toString(), name));
      case NULL, BOOLEAN, LONG, DOUBLE, DECIMAL, INSTANT, DATE, TIME ->
          Optional.of(value.toString());
    };
  }

  private static String sound(String text, String name) throws UnwritableException {
    if (!UnicodeText.isSound(text)) {
      throw new UnwritableException("field '" + name + "' holds half a surrogate pair");
    }
    return text;
  }

  private static String formatted(DateTimeFormatter pattern, Value value, String name)
      throws UnwritableException {
    try {
      return pattern.format(time(value));
    } catch (DateTimeException e) {
      throw new UnwritableException(
          "field '" + name + "' has no time that fits the folder's pattern: " + e.getMessage());
    }
  }

  private static TemporalAccessor time(Value value) {
    if (value instanceof Value.OfInstant instant) {
      return instant.value().atOffset(ZoneOffset.UTC);
    }
    if (value instanceof Value.OfLong millis) {
      return Instant.ofEpochMilli(millis.value()).atOffset(ZoneOffset.UTC);
    }
    if (value instanceof Value.OfDate date) {
      return date.value();
    }
    if (value instanceof Value.OfTime time) {
      return time.value();
    }
    if (value instanceof Value.OfText text) {
      return parsed(text.value());
    }
    throw new DateTimeException("a " + value.kind() + " is no time");
  }

  private static TemporalAccessor parsed(String text) {
    if (text.length() == LocalDate.EPOCH.toString().length()) {
      return LocalDate.parse(text);
    }
    return text.indexOf('T') < 0
        ? LocalTime.parse(text)
        : Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text)).atOffset(ZoneOffset.UTC);
  }
}
