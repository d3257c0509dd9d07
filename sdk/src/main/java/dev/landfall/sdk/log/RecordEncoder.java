package dev.landfall.sdk.log;

import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.nio.BufferOverflowException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Writes records as {@link RecordFormat} draws them, without loss. Remembers the last split, so one
 * encoder serves one segment. One thread at a time.
 */
final class RecordEncoder {
  private final ByteOutput out;
  private String lastSplit = SourcePosition.NONE.split();

  RecordEncoder(ByteOutput out) {
    this.out = out;
  }

  /**
   * Appends one record to the buffer. If it throws, part of the record is in the buffer, and the
   * caller takes it back.
   *
   * @throws UnloggableRecordException if it is too long or nested too deeply
   */
  void encode(SinkRecord record) throws UnloggableRecordException {
    int start = out.position();
    try {
      putRecord(record);
    } catch (BufferOverflowException e) {
      throw tooLong(record);
    } catch (NestedTooDeeply e) {
      throw tooDeep(record);
    }
    if (out.position() - start > RecordFormat.MAX_RECORD_BYTES) {
      throw tooLong(record);
    }
    // Only now: a record that is taken back must not be what the next one refers to.
    lastSplit = record.position().split();
  }

  private void putRecord(SinkRecord record) {
    SourcePosition from = record.position();
    int flags = flags(record);
    out.putByte(flags);
    if ((flags & RecordFormat.TIMESTAMP) != 0) {
      out.putLong(record.timestampMillis());
    }
    if ((flags & RecordFormat.SAME_SPLIT) == 0) {
      out.putText(from.split());
    }
    out.putZigzag(from.offset());
    if ((flags & RecordFormat.LINE) != 0) {
      out.putZigzag(from.line());
    }
    putValue(record.key(), 0);
    putValue(record.value(), 0);
    if ((flags & RecordFormat.HEADERS) != 0) {
      putHeaders(record.headers());
    }
  }

  private int flags(SinkRecord record) {
    return (record.isDelete() ? RecordFormat.DELETE : 0)
        | (record.timestampMillis() != SinkRecord.NO_TIMESTAMP ? RecordFormat.TIMESTAMP : 0)
        | (record.position().split().equals(lastSplit) ? RecordFormat.SAME_SPLIT : 0)
        | (record.position().line() != 0 ? RecordFormat.LINE : 0)
        | (record.headers().isEmpty() ? 0 : RecordFormat.HEADERS);
  }

  private void putHeaders(List<Header> headers) {
    out.putVarint(headers.size());
    for (Header header : headers) {
      out.putText(header.name());
      out.putBytes(header.value());
    }
  }

  private void putValue(Value value, int depth) {
    switch (value.kind()) {
      case NULL -> out.putByte(RecordFormat.NULL_TAG);
      case BOOLEAN ->
          out.putByte(
              ((Value.OfBoolean) value).value() ? RecordFormat.TRUE_TAG : RecordFormat.FALSE_TAG);
      case LONG -> putTaggedZigzag(RecordFormat.LONG_TAG, ((Value.OfLong) value).value());
      case DOUBLE -> {
        out.putByte(RecordFormat.DOUBLE_TAG);
        out.putLong(Double.doubleToRawLongBits(((Value.OfDouble) value).value()));
      }
      case DECIMAL -> putDecimal(((Value.OfDecimal) value).value());
      case TEXT -> {
        out.putByte(RecordFormat.TEXT_TAG);
        out.putText(((Value.OfText) value).value());
      }
      case BYTES -> {
        out.putByte(RecordFormat.BYTES_TAG);
        out.putBytes(((Value.OfBytes) value).value());
      }
      case INSTANT -> putInstant(((Value.OfInstant) value).value());
      case DATE ->
          putTaggedZigzag(RecordFormat.DATE_TAG, ((Value.OfDate) value).value().toEpochDay());
      case TIME -> {
        out.putByte(RecordFormat.TIME_TAG);
        out.putVarint(((Value.OfTime) value).value().toNanoOfDay());
      }
      case LIST -> putList(((Value.OfList) value).values(), deeper(depth));
      case MAP -> putMap(((Value.OfMap) value).fields(), deeper(depth));
    }
  }

  private void putTaggedZigzag(int tag, long value) {
    out.putByte(tag);
    out.putZigzag(value);
  }

  private void putDecimal(BigDecimal value) {
    putTaggedZigzag(RecordFormat.DECIMAL_TAG, value.scale());
    out.putBytes(value.unscaledValue().toByteArray());
  }

  private void putInstant(Instant value) {
    putTaggedZigzag(RecordFormat.INSTANT_TAG, value.getEpochSecond());
    out.putVarint(value.getNano());
  }

  private void putList(List<Value> values, int depth) {
    out.putByte(RecordFormat.LIST_TAG);
    out.putVarint(values.size());
    for (Value element : values) {
      putValue(element, depth);
    }
  }

  private void putMap(Map<String, Value> fields, int depth) {
    out.putByte(RecordFormat.MAP_TAG);
    out.putVarint(fields.size());
    for (Map.Entry<String, Value> field : fields.entrySet()) {
      out.putText(field.getKey());
      putValue(field.getValue(), depth);
    }
  }

  private static int deeper(int depth) {
    if (depth >= RecordFormat.MAX_DEPTH) {
      throw new NestedTooDeeply();
    }
    return depth + 1;
  }

  private static UnloggableRecordException tooLong(SinkRecord record) {
    return new UnloggableRecordException(
        String.format(
            "Cannot log the record at %s: it is too long, expected at most %d bytes",
            record.position(), RecordFormat.MAX_RECORD_BYTES));
  }

  private static UnloggableRecordException tooDeep(SinkRecord record) {
    return new UnloggableRecordException(
        String.format(
            "Cannot log the record at %s: its lists and maps are nested too deeply, expected at most %d levels",
            record.position(), RecordFormat.MAX_DEPTH));
  }

  /** Leaves the recursion; becomes an {@link UnloggableRecordException} at once. */
  private static final class NestedTooDeeply extends RuntimeException {
    NestedTooDeeply() {
      super(null, null, false, false);
    }
  }
}
