package dev.landfall.runner;

import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Records on their way to one writer. Filled by a reading thread, then handed over for good; one
 * thread at a time.
 */
final class Batch implements Delivery {
  static final int MAX_RECORDS = 512;
  static final long MAX_BYTES = 256 << 10;

  private final SinkRecord[] records = new SinkRecord[MAX_RECORDS];
  private List<SinkRecord> letters = List.of();
  private int size;
  private long bytes;

  void add(SinkRecord record, long recordBytes) {
    records[size++] = record;
    bytes += recordBytes;
  }

  /** Adds what was rejected on the way and is put aside by the writer, under its checkpoint. */
  void addLetter(SinkRecord letter, long letterBytes) {
    if (letters.isEmpty()) {
      letters = new ArrayList<>();
    }
    letters.add(letter);
    bytes += letterBytes;
  }

  /** A single record larger than the bound is a batch of its own. */
  boolean isFull() {
    return size + letters.size() == MAX_RECORDS || bytes >= MAX_BYTES;
  }

  /** Records for the sink. */
  int size() {
    return size;
  }

  List<SinkRecord> letters() {
    return letters;
  }

  long bytes() {
    return bytes;
  }

  SinkRecord record(int index) {
    return records[index];
  }
}
