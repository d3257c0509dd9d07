package dev.landfall.runner;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;

/**
 * By key, so that all records of a key stay in order; records without one go round. Owned by a
 * reading thread.
 */
final class KeyRouter implements Router {
  private final int writers;
  private int next;

  KeyRouter(int writers) {
    this.writers = writers;
  }

  @Override
  public int writer(SinkRecord record) {
    if (writers == 1) {
      return 0;
    }
    Value key = record.key();
    if (key.isNull()) {
      next = (next + 1) % writers;
      return next;
    }
    return Math.floorMod(spread(hash(key)), writers);
  }

  /** Numbers of one value are one key for a store, whatever type a source saw. */
  private static int hash(Value key) {
    return switch (key.kind()) {
      case LONG -> Double.hashCode((double) ((Value.OfLong) key).value());
      case DOUBLE -> Double.hashCode(((Value.OfDouble) key).value() + 0.0);
      case DECIMAL -> hash(((Value.OfDecimal) key).value());
      default -> key.hashCode();
    };
  }

  private static int hash(BigDecimal key) {
    return Double.hashCode(key.doubleValue() + 0.0);
  }

  /** The finalizer of MurmurHash3: low bits alone would put regular keys on few writers. */
  private static int spread(int hash) {
    int mixed = hash;
    mixed ^= mixed >>> 16;
    mixed *= 0x85ebca6b;
    mixed ^= mixed >>> 13;
    mixed *= 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }
}
