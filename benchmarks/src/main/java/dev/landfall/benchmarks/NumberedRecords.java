package dev.landfall.benchmarks;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;

/**
 * Records of a million keys of 16 bytes, in an order that jumps, with values of 200 bytes and a
 * position that grows. One thread at a time.
 */
final class NumberedRecords implements Feed {
  static final int KEYS = 1_000_000;

  /** Prime to the number of keys, so every key comes once in a million records. */
  private static final long STEP = 611_953;

  private static final String SPLIT = "benchmark";

  private final char owner;
  private final Payloads payloads;
  private long number;

  /**
   * Makes a feed.
   *
   * @param owner first character of each key, so that contenders do not share keys
   */
  NumberedRecords(char owner, Payloads payloads) {
    this.owner = owner;
    this.payloads = payloads;
  }

  @Override
  public SinkRecord next() {
    SinkRecord record = SinkRecord.put(Value.of(key(number)), Value.of(payloads.value(number)));
    number++;
    return record.at(SourcePosition.of(SPLIT, number));
  }

  /** The key of a record. */
  byte[] key(long index) {
    byte[] key = new byte[Payloads.KEY_BYTES];
    key[0] = (byte) owner;
    long rest = index * STEP % KEYS;
    for (int i = key.length - 1; i > 0; i--) {
      key[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return key;
  }
}
