package dev.landfall.sink.redis;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.time.Duration;
import java.util.Locale;

/**
 * Tells when a key ends: always a moment that the record itself determines, so that a replay does
 * not extend it (I-1). Immutable, thread-safe.
 */
final class Expiry {
  private final RedisConfiguration configuration;

  Expiry(RedisConfiguration configuration) {
    this.configuration = configuration;
  }

  /** Milliseconds since 1970, or {@link Effect#NEVER}. */
  long of(SinkRecord record) throws UnwritableException {
    if (!configuration.expires()) {
      return Effect.NEVER;
    }
    long start =
        configuration.expireField().isPresent()
            ? field(record, configuration.expireField().get())
            : timestamp(record);
    if (start == Effect.NEVER) {
      return Effect.NEVER;
    }
    long after = configuration.expireAfter().map(Duration::toMillis).orElse(0L);
    return requirePossible(start, after);
  }

  private static long requirePossible(long start, long after) throws UnwritableException {
    long end = start + after;
    // The server refuses 0 and less, and what a version's own end would overflow.
    if (end <= 0 || end > Long.MAX_VALUE / 4) {
      throw new UnwritableException(
          "the key would expire at " + end + " ms since 1970, expected a moment after 1970");
    }
    return end;
  }

  private static long timestamp(SinkRecord record) throws UnwritableException {
    if (record.timestampMillis() == SinkRecord.NO_TIMESTAMP) {
      throw new UnwritableException(
          "the record has no timestamp, expected one for expire-after (name an expire-field)");
    }
    return record.timestampMillis();
  }

  private static long field(SinkRecord record, String name) throws UnwritableException {
    Value value = record.value() instanceof Value.OfMap map ? map.field(name) : Value.ofNull();
    return switch (value.kind()) {
      case NULL -> Effect.NEVER;
      case LONG -> ((Value.OfLong) value).value();
      case INSTANT -> ((Value.OfInstant) value).value().toEpochMilli();
      default ->
          throw new UnwritableException(
              String.format(
                  Locale.ROOT,
                  "expire-field '%s' is %s, expected an instant or milliseconds since 1970",
                  name,
                  value.kind().name().toLowerCase(Locale.ROOT)));
    };
  }
}
