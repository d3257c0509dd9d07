package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** Records for tests. */
final class Records {
  private Records() {}

  /** The record at a place of the source: always the same. */
  static SinkRecord numbered(long number) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("n", Value.of(number));
    fields.put("name", Value.of("record " + number));
    fields.put("group", Value.of("g" + number % 7));
    return of(fields).at(SourcePosition.of("source", number));
  }

  static SinkRecord of(Map<String, Value> fields) {
    return SinkRecord.put(Value.ofNull(), Value.of(fields));
  }

  static SinkRecord of(String field, Value value) {
    return of(Map.of(field, value));
  }
}
