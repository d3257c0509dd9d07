package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record, converted. Owned by one writer.
 *
 * @param record where it came from
 * @param key its key; without values where the table has none
 * @param values one for each column of the target; empty for a delete
 * @param bytes about how many it takes in a statement
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Row(SinkRecord record, RowKey key, @Nullable Object[] values, int bytes) {
  boolean isDelete() {
    return record.isDelete();
  }
}
