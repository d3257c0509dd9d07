package dev.landfall.sdk.log;

import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads records as {@link RecordFormat} draws them, in the order in which one {@link RecordEncoder}
 * wrote them. One thread at a time.
 */
final class RecordDecoder {
  /** Lists and maps begin no larger than this, whatever count the bytes claim. */
  private static final int MAX_INITIAL_CAPACITY = 1024;

  private final FieldNames names = new FieldNames();
  private String lastSplit = SourcePosition.NONE.split();

  /**
   * Takes one record, and all of the input.
   *
   * @throws DamagedStateException if that is not a record; the message is a phrase, to which the
   *     caller adds the place
   */
  SinkRecord decode(ByteInput in) throws DamagedStateException {
    names.begin();
    try {
      SinkRecord record = takeRecord(in);
      if (in.remaining() != 0) {
        throw new DamagedStateException(in.remaining() + " bytes after its end");
      }
      return record;
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      throw new DamagedStateException("a value out of range: " + e.getMessage(), e);
    }
  }

  private SinkRecord takeRecord(ByteInput in) throws DamagedStateException {
    int flags = in.takeByte();
    if ((flags & ~RecordFormat.ALL_FLAGS) != 0) {
      throw new DamagedStateException("unknown flags 0x" + Integer.toHexString(flags));
    }
    long timestamp =
        (flags & RecordFormat.TIMESTAMP) != 0 ? in.takeLong() : SinkRecord.NO_TIMESTAMP;
    SourcePosition position = takePosition(in, flags);
    Value key = takeValue(in, 0);
    Value value = takeValue(in, 0);
    List<Header> headers = (flags & RecordFormat.HEADERS) != 0 ? takeHeaders(in) : List.of();
    Operation operation = (flags & RecordFormat.DELETE) != 0 ? Operation.DELETE : Operation.PUT;
    return new SinkRecord(operation, key, value, headers, timestamp, position);
  }

  private SourcePosition takePosition(ByteInput in, int flags) throws DamagedStateException {
    if ((flags & RecordFormat.SAME_SPLIT) == 0) {
      lastSplit = in.takeText();
    }
    long offset = in.takeZigzag();
    long line = (flags & RecordFormat.LINE) != 0 ? in.takeZigzag() : 0;
    return new SourcePosition(lastSplit, offset, line);
  }

  private static List<Header> takeHeaders(ByteInput in) throws DamagedStateException {
    int count = in.takeCount();
    List<Header> headers = new ArrayList<>(Math.min(count, MAX_INITIAL_CAPACITY));
    for (int i = 0; i < count; i++) {
      headers.add(new Header(in.takeText(), in.takeBytes()));
    }
    return List.copyOf(headers);
  }

  private Value takeValue(ByteInput in, int depth) throws DamagedStateException {
    int tag = in.takeByte();
    return switch (tag) {
      case RecordFormat.NULL_TAG -> Value.ofNull();
      case RecordFormat.FALSE_TAG -> Value.of(false);
      case RecordFormat.TRUE_TAG -> Value.of(true);
      case RecordFormat.LONG_TAG -> Value.of(in.takeZigzag());
      case RecordFormat.DOUBLE_TAG -> Value.of(Double.longBitsToDouble(in.takeLong()));
      case RecordFormat.DECIMAL_TAG -> takeDecimal(in);
      case RecordFormat.TEXT_TAG -> Value.of(in.takeText());
      case RecordFormat.BYTES_TAG -> Value.of(in.takeBytes());
      case RecordFormat.INSTANT_TAG ->
          Value.of(Instant.ofEpochSecond(in.takeZigzag(), in.takeVarint()));
      case RecordFormat.DATE_TAG -> Value.of(LocalDate.ofEpochDay(in.takeZigzag()));
      case RecordFormat.TIME_TAG -> Value.of(LocalTime.ofNanoOfDay(in.takeVarint()));
      case RecordFormat.LIST_TAG -> takeList(in, deeper(depth));
      case RecordFormat.MAP_TAG -> takeMap(in, deeper(depth));
      default -> throw new DamagedStateException("an unknown kind of value, " + tag);
    };
  }

  private static Value takeDecimal(ByteInput in) throws DamagedStateException {
    int scale = in.takeZigzagInt();
    return Value.of(new BigDecimal(new BigInteger(in.takeBytes()), scale));
  }

  private Value takeList(ByteInput in, int depth) throws DamagedStateException {
    int count = in.takeCount();
    List<Value> values = new ArrayList<>(Math.min(count, MAX_INITIAL_CAPACITY));
    for (int i = 0; i < count; i++) {
      values.add(takeValue(in, depth));
    }
    return Value.of(values);
  }

  private Value takeMap(ByteInput in, int depth) throws DamagedStateException {
    int count = in.takeCount();
    Map<String, Value> fields = new LinkedHashMap<>(Math.min(2 * count, MAX_INITIAL_CAPACITY));
    for (int i = 0; i < count; i++) {
      fields.put(names.take(in), takeValue(in, depth));
    }
    if (fields.size() != count) {
      throw new DamagedStateException("a field that occurs twice");
    }
    return Value.of(fields);
  }

  private static int deeper(int depth) throws DamagedStateException {
    if (depth >= RecordFormat.MAX_DEPTH) {
      throw new DamagedStateException("nested deeper than " + RecordFormat.MAX_DEPTH + " levels");
    }
    return depth + 1;
  }
}
