package dev.landfall.sink.redis;

import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one or several records want of one key. Immutable, thread-safe.
 *
 * @param records all that are in it, to be named if it is refused (SI-8)
 */
record Change(RedisKey key, Effect effect, Version version, List<SinkRecord> records) {
  /** A key, a value and a record are objects: what the heap takes beside the bytes. */
  private static final long OVERHEAD = 256;

  /** Bytes that are held for it. */
  long bytes() {
    return OVERHEAD + key.bytes().length + 2 * effect.bytes();
  }

  /**
   * Both, the other one last: the key is written once, and ends as if it had been written twice.
   */
  Change then(Change later) {
    return later.effect instanceof Effect.Fields fields
        ? new Change(key, added(fields), later.version, together(later.records))
        : later;
  }

  private Effect added(Effect.Fields later) {
    if (effect instanceof Effect.Fields earlier
        && later.start() == Effect.Fields.Start.FROM_WHAT_IS_THERE) {
      Map<RedisKey, Optional<byte[]>> all = new LinkedHashMap<>(earlier.fields());
      all.putAll(later.fields());
      return new Effect.Fields(all, earlier.start(), later.expiryMillis());
    }
    return new Effect.Fields(
        later.fields(), Effect.Fields.Start.FROM_NOTHING, later.expiryMillis());
  }

  private List<SinkRecord> together(List<SinkRecord> later) {
    List<SinkRecord> all = new ArrayList<>(records);
    all.addAll(later);
    return all;
  }
}
