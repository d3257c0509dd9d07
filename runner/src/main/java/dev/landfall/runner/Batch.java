package dev.landfall.runner;

import dev.landfall.sdk.record.SinkRecord;

/**
 * Records on their way to one writer. Filled by a reading thread, then handed over for good; one
 * thread at a time.
 */
final class Batch implements Delivery {
  static final int MAX_RECORDS = 512;
  static final long MAX_BYTES = 256 << 10;

  private final SinkRecord[] records = new SinkRecord[MAX_RECORDS];
  private int size;
  private long bytes;

  void add(SinkRecord record, long recordBytes) {
    records[size++] = record;
    bytes += recordBytes;
  }

  /** A single record larger than the bound is a batch of its own. */
  boolean isFull() {
    return size == MAX_RECORDS || bytes >= MAX_BYTES;
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }

  SinkRecord record(int index) {
    return records[index];
  }
}
