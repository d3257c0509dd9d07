package dev.landfall.runner;

import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.Map;

/**
 * Estimates what a record takes in memory, to a factor of two: enough to bound a queue. Stateless,
 * thread-safe.
 */
final class RecordSize {
  private static final long RECORD = 96;
  private static final long OBJECT = 24;
  private static final long ENTRY = 48;

  private RecordSize() {}

  static long of(SinkRecord record) {
    long bytes = RECORD + of(record.key()) + of(record.value());
    for (Header header : record.headers()) {
      bytes += ENTRY + header.name().length() + header.value().length;
    }
    return bytes;
  }

  private static long of(Value value) {
    return switch (value.kind()) {
      case NULL, BOOLEAN -> 0;
      case LONG, DOUBLE, INSTANT, DATE, TIME -> OBJECT;
      case DECIMAL -> 2 * OBJECT + ((Value.OfDecimal) value).value().precision() / 2;
      case TEXT -> OBJECT + ((Value.OfText) value).value().length();
      case BYTES -> OBJECT + ((Value.OfBytes) value).value().length;
      case LIST -> ofList((Value.OfList) value);
      case MAP -> ofMap((Value.OfMap) value);
    };
  }

  private static long ofList(Value.OfList list) {
    long bytes = OBJECT;
    for (Value element : list.values()) {
      bytes += OBJECT + of(element);
    }
    return bytes;
  }

  private static long ofMap(Value.OfMap map) {
    long bytes = OBJECT;
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      // Names are shared among records as a rule.
      bytes += ENTRY + of(field.getValue());
    }
    return bytes;
  }
}
