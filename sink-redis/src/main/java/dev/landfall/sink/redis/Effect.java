package dev.landfall.sink.redis;

import java.util.Map;
import java.util.Optional;

/** What becomes of a key. Immutable, thread-safe. */
sealed interface Effect {
  /** Says that a key does not expire. */
  long NEVER = -1;

  /** Bytes that are held, and sent, for it. */
  long bytes();

  /**
   * The string is replaced, its end of life too.
   *
   * @param expiryMillis milliseconds since 1970, or {@link #NEVER}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Put(byte[] value, long expiryMillis) implements Effect {
    @Override
    public long bytes() {
      return value.length;
    }
  }

  /**
   * Fields of a hash are set and removed; others stay.
   *
   * @param fields the new content; empty removes the field
   * @param start whether the hash begins anew
   * @param expiryMillis milliseconds since 1970, or {@link #NEVER}
   */
  record Fields(Map<RedisKey, Optional<byte[]>> fields, Start start, long expiryMillis)
      implements Effect {
    /** What the fields are added to. */
    enum Start {
      FROM_WHAT_IS_THERE,
      FROM_NOTHING
    }

    @Override
    public long bytes() {
      long sum = 0;
      for (Map.Entry<RedisKey, Optional<byte[]>> field : fields.entrySet()) {
        sum += field.getKey().bytes().length + field.getValue().map(one -> one.length).orElse(0);
      }
      return sum;
    }
  }

  /** The key goes. */
  record Delete() implements Effect {
    static final Delete INSTANCE = new Delete();

    @Override
    public long bytes() {
      return 0;
    }
  }
}
