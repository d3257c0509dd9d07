package dev.landfall.sdk.record;

import java.util.List;

/**
 * One record on its way to a sink. Immutable, thread-safe.
 *
 * @param operation put or delete
 * @param key the key, or the null value
 * @param value the value; the null value for a delete
 * @param headers what comes along
 * @param timestampMillis milliseconds since 1970 UTC, or {@link #NO_TIMESTAMP}
 * @param position where it came from
 */
public record SinkRecord(
    Operation operation,
    Value key,
    Value value,
    List<Header> headers,
    long timestampMillis,
    SourcePosition position) {
  /** Says that a record has no time of its own. */
  public static final long NO_TIMESTAMP = Long.MIN_VALUE;

  /** A put without headers, time and position. */
  public static SinkRecord put(Value key, Value value) {
    return new SinkRecord(Operation.PUT, key, value, List.of(), NO_TIMESTAMP, SourcePosition.NONE);
  }

  /** A delete without headers, time and position. */
  public static SinkRecord delete(Value key) {
    return new SinkRecord(
        Operation.DELETE, key, Value.ofNull(), List.of(), NO_TIMESTAMP, SourcePosition.NONE);
  }

  public SinkRecord withKey(Value newKey) {
    return new SinkRecord(operation, newKey, value, headers, timestampMillis, position);
  }

  public SinkRecord withHeaders(List<Header> newHeaders) {
    return new SinkRecord(
        operation, key, value, List.copyOf(newHeaders), timestampMillis, position);
  }

  public SinkRecord withTimestamp(long newTimestampMillis) {
    return new SinkRecord(operation, key, value, headers, newTimestampMillis, position);
  }

  public SinkRecord at(SourcePosition newPosition) {
    return new SinkRecord(operation, key, value, headers, timestampMillis, newPosition);
  }

  public boolean isDelete() {
    return operation == Operation.DELETE;
  }
}
