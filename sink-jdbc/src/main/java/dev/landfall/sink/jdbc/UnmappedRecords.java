package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Records from before the table is known; bounded like a batch, by number and bytes (SI-3). One
 * thread at a time.
 */
final class UnmappedRecords {
  private static final long SCALAR_BYTES = 16;

  private final JdbcConfiguration configuration;
  private List<SinkRecord> records = new ArrayList<>();
  private long bytes;

  UnmappedRecords(JdbcConfiguration configuration) {
    this.configuration = configuration;
  }

  void add(SinkRecord record) {
    records.add(record);
    bytes += bytes(record.key()) + bytes(record.value());
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  /** Whether there are enough to make a table from. */
  boolean isFull() {
    return records.size() >= configuration.batchRows()
        || bytes >= configuration.batchSize().bytes();
  }

  List<SinkRecord> records() {
    return records;
  }

  void clear() {
    records = new ArrayList<>();
    bytes = 0;
  }

  private static long bytes(Value value) {
    if (value instanceof Value.OfText text) {
      return SCALAR_BYTES + text.value().length();
    }
    if (value instanceof Value.OfBytes array) {
      return SCALAR_BYTES + array.value().length;
    }
    long sum = SCALAR_BYTES;
    if (value instanceof Value.OfList list) {
      for (Value each : list.values()) {
        sum += bytes(each);
      }
    } else if (value instanceof Value.OfMap map) {
      for (Map.Entry<String, Value> each : map.fields().entrySet()) {
        sum += each.getKey().length() + bytes(each.getValue());
      }
    }
    return sum;
  }
}
