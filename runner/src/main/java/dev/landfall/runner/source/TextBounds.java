package dev.landfall.runner.source;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.source.SourceException;
import java.util.Map;

/** Checks the keys that all text sources share. Stateless, thread-safe. */
final class TextBounds {
  private static final long MIN_RECORD_BYTES = 4L << 10;
  private static final long MAX_RECORD_BYTES = 1L << 30;
  private static final int MAX_SAMPLE_RECORDS = 10_000_000;

  private TextBounds() {}

  static int maxRecordBytes(DataSize size) throws SourceException {
    if (size.bytes() < MIN_RECORD_BYTES || size.bytes() > MAX_RECORD_BYTES) {
      throw new SourceException(
          "Cannot use max-record-size " + size + ": expected between 4KiB and 1GiB");
    }
    return (int) size.bytes();
  }

  static int sampleRecords(int records) throws SourceException {
    if (records < 0 || records > MAX_SAMPLE_RECORDS) {
      throw new SourceException(
          "Cannot use sample-records " + records + ": expected 0 to " + MAX_SAMPLE_RECORDS);
    }
    return records;
  }

  static Schema declared(Map<String, String> texts, TextFormat format) throws SourceException {
    Schema schema;
    try {
      schema = Schema.declared(texts);
    } catch (IllegalArgumentException e) {
      throw new SourceException(String.valueOf(e.getMessage()), e);
    }
    for (Column column : schema.declared().values()) {
      boolean nested = column.type() == ColumnType.LIST || column.type() == ColumnType.MAP;
      if (format == TextFormat.CSV && nested) {
        throw new SourceException(
            "Cannot use type '"
                + column.type()
                + "' of field '"
                + column.name()
                + "' in schema: CSV has no such fields, expected text");
      }
    }
    return schema;
  }
}
