package dev.landfall.sink.redis;

import java.io.ByteArrayOutputStream;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Names the key that holds the version of another key, in the slot of that key. Immutable,
 * thread-safe.
 *
 * <pre>
 *   user:1          PREFIX{user:1}        the whole key is the hash tag
 *   {u1}:profile    PREFIX={u1}:profile   the key's own tag stays the first one
 *   a}b             PREFIX{9031}=a}b      no tag would hold the key: a number of the same slot
 * </pre>
 *
 * <p>No two keys have one name: one of the first kind ends with its only closing brace, and in one
 * of the third an equals sign follows it.
 */
final class VersionKeys {
  private static final int SLOTS = 16_384;

  private final byte[] prefix;

  VersionKeys(String prefix) {
    this.prefix = Utf8.of(prefix);
  }

  byte[] of(RedisKey key) {
    byte[] name = key.bytes();
    int open = indexOf(name, '{', 0);
    int close = open < 0 ? -1 : indexOf(name, '}', open + 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream(prefix.length + name.length + 8);
    out.writeBytes(prefix);
    if (close > open + 1) {
      out.write('=');
      out.writeBytes(name);
    } else if (name.length > 0 && indexOf(name, '}', 0) < 0) {
      out.write('{');
      out.writeBytes(name);
      out.write('}');
    } else {
      out.writeBytes(Utf8.of("{" + Numbers.OF_SLOT[key.slot()] + "}="));
      out.writeBytes(name);
    }
    return out.toByteArray();
  }

  private static int indexOf(byte[] bytes, char wanted, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** For each slot the smallest number whose digits hash to it; made when it is first needed. */
  private static final class Numbers {
    static final int[] OF_SLOT = numbers();

    private static int[] numbers() {
      int[] numbers = new int[SLOTS];
      java.util.Arrays.fill(numbers, -1);
      int missing = SLOTS;
      for (int number = 0; missing > 0; number++) {
        int slot = JedisClusterCRC16.getSlot(Utf8.of(Integer.toString(number)));
        if (numbers[slot] < 0) {
          numbers[slot] = number;
          missing--;
        }
      }
      return numbers;
    }
  }
}
