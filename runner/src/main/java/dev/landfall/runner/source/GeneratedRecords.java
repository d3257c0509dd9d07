package dev.landfall.runner.source;

import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.List;

/**
 * The records of one split of the generator: a function of seed, split and number alone, so that
 * any of them can be made again. Thread-safe.
 *
 * <p>Fields: {@code id}, different in all records of all splits; {@code key}, one of the key space,
 * always from the same split; {@code number} in the split; {@code payload}.
 */
final class GeneratedRecords {
  /** The golden ratio in 64 bits, SplitMix64's step (Steele, Lea and Flood, 2014). */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private static final int POOL_CHARACTERS = 1 << 16;
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private static final Layout LAYOUT = new Layout(List.of("id", "key", "number", "payload"));

  private final String name;
  private final long seed;
  private final int split;
  private final int splits;
  private final long keys;
  private final int payload;

  /** Payloads are cut out of it: a copy costs less than making each character. */
  private final String pool;

  GeneratedRecords(GeneratorSourceConfiguration configuration, String name, int split) {
    this.name = name;
    this.seed = mix(configuration.seed() + STEP * (split + 1L));
    this.split = split;
    this.splits = configuration.splits();
    this.keys = (configuration.keys() + splits - 1 - split) / splits;
    this.payload = (int) configuration.valueSize().bytes();
    this.pool = pool(mix(configuration.seed()), POOL_CHARACTERS + payload);
  }

  /** The record of that number, counted from 0. */
  SinkRecord record(long number) {
    long random = mix(seed + STEP * number);
    long key = Long.remainderUnsigned(random, keys) * splits + split;
    int from = (int) (random >>> 32) & (POOL_CHARACTERS - 1);
    Value[] values = {
      Value.of(number * splits + split),
      Value.of(key),
      Value.of(number),
      Value.of(pool.substring(from, from + payload))
    };
    return new SinkRecord(
        Operation.PUT,
        Value.ofNull(),
        Value.of(new Fields(LAYOUT, values)),
        List.of(),
        SinkRecord.NO_TIMESTAMP,
        SourcePosition.of(name, number));
  }

  private static String pool(long seed, int length) {
    StringBuilder pool = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      pool.append(ALPHABET.charAt((int) (mix(seed + STEP * i) >>> 58)));
    }
    return pool.toString();
  }

  /** The finaliser of SplitMix64: every bit of the result depends on every bit of the input. */
  private static long mix(long input) {
    long z = (input ^ (input >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
