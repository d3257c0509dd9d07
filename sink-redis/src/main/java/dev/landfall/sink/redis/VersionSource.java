package dev.landfall.sink.redis;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells the version of a record. One thread at a time. */
final class VersionSource {
  /** 66 bits: two splits of one pipeline share a mark about never. */
  private static final int MARK_BYTES = 9;

  private static final int MARKS_KEPT = 1024;
  private static final long NANOS = 1_000_000_000L;

  private final RedisConfiguration configuration;
  private final SinkId sink;
  private final Map<String, String> marks = new LinkedHashMap<>();

  VersionSource(RedisConfiguration configuration, SinkId sink) {
    this.configuration = configuration;
    this.sink = sink;
  }

  Version of(SinkRecord record) throws UnwritableException {
    if (configuration.mode() == RedisMode.SET) {
      return Version.NONE;
    }
    return configuration.ordersByPosition()
        ? ofPosition(record.position())
        : new Version(number(record, configuration.version()), "");
  }

  private Version ofPosition(SourcePosition position) throws UnwritableException {
    if (position.split().isEmpty()) {
      throw new UnwritableException(
          "the record has no source position, expected one for its version (set 'version')");
    }
    return configuration.positionOrder() == PositionOrder.DECLARED
        ? new Version(position.offset(), "")
        : new Version(position.offset(), mark(position.split()));
  }

  /** Bounded: what is forgotten is computed again. */
  private String mark(String split) {
    String known = marks.get(split);
    if (known == null) {
      if (marks.size() >= MARKS_KEPT) {
        marks.clear();
      }
      known = digest(sink + "/" + split);
      marks.put(split, known);
    }
    return known;
  }

  private static String digest(String text) {
    try {
      byte[] all = MessageDigest.getInstance("SHA-256").digest(Utf8.of(text));
      return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(all, MARK_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot digest: every JVM has SHA-256", e);
    }
  }

  private static long number(SinkRecord record, String field) throws UnwritableException {
    if (record.isDelete()) {
      throw new UnwritableException(
          "a deletion has no field '" + field + "', expected a version (use 'version: @position')");
    }
    Value value = record.value() instanceof Value.OfMap map ? map.field(field) : Value.ofNull();
    Long number = number(value);
    if (number == null) {
      throw new UnwritableException(
          String.format(
              Locale.ROOT,
              "version field '%s' is %s, expected a whole number of 64 bits, an instant or a date",
              field,
              value.kind().name().toLowerCase(Locale.ROOT)));
    }
    return number;
  }

  private static @Nullable Long number(Value value) {
    try {
      return switch (value.kind()) {
        case LONG -> ((Value.OfLong) value).value();
        case DECIMAL -> ((Value.OfDecimal) value).value().longValueExact();
        case INSTANT -> nanos(((Value.OfInstant) value).value());
        case DATE -> ((Value.OfDate) value).value().toEpochDay();
        default -> null;
      };
    } catch (ArithmeticException e) {
      return null; // a fraction, or beyond 64 bits: instants before 1678 and after 2262
    }
  }

  private static long nanos(Instant instant) {
    return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
  }
}
