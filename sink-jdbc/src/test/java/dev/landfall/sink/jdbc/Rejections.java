package dev.landfall.sink.jdbc;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;

/** Collects rejected records. Thread-safe. */
final class Rejections implements RejectedRecords {
  private final List<String> reasons = new ArrayList<>();
  private final List<SinkRecord> records = new ArrayList<>();

  @Override
  public synchronized void reject(SinkRecord record, String reason) {
    records.add(record);
    reasons.add(reason);
  }

  synchronized List<String> reasons() {
    return List.copyOf(reasons);
  }

  synchronized List<SinkRecord> records() {
    return List.copyOf(records);
  }
}
