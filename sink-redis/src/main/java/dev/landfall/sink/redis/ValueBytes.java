package dev.landfall.sink.redis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Turns one value into bytes (SI-10). Stateless, thread-safe. */
final class ValueBytes {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int FIRST_BYTES = 256;

  private ValueBytes() {}

  /**
   * The bytes of a value.
   *
   * @param part what it is, for reasons
   */
  static byte[] of(String part, Value value, RedisFormat format) throws UnwritableException {
    return switch (format) {
      case TEXT -> text(part, value);
      case BYTES -> bytes(part, value);
      case JSON -> json(part, value);
    };
  }

  /** One field of a hash: a value of one part as it is, one of several as JSON. */
  static byte[] ofField(String field, Value value) throws UnwritableException {
    return switch (value.kind()) {
      case LIST, MAP -> json("field '" + field + "'", value);
      case BYTES -> ((Value.OfBytes) value).value();
      default -> text("field '" + field + "'", value);
    };
  }

  /** A value of one part as text. */
  static byte[] text(String part, Value value) throws UnwritableException {
    return switch (value.kind()) {
      case TEXT -> Utf8.checked(part, ((Value.OfText) value).value());
      case BOOLEAN, LONG, DOUBLE, DECIMAL, INSTANT, DATE, TIME -> Utf8.of(value.toString());
      case NULL, BYTES, LIST, MAP -> throw unfit(part, value, "text (use json or bytes)");
    };
  }

  private static byte[] bytes(String part, Value value) throws UnwritableException {
    return switch (value.kind()) {
      case BYTES -> ((Value.OfBytes) value).value();
      case TEXT -> Utf8.checked(part, ((Value.OfText) value).value());
      default -> throw unfit(part, value, "bytes or text (use json)");
    };
  }

  private static UnwritableException unfit(String part, Value value, String expected) {
    return new UnwritableException(
        part + " is " + value.kind().name().toLowerCase(Locale.ROOT) + ", expected " + expected);
  }

  /** Half a surrogate pair is written as an escape, which JSON can hold. */
  private static byte[] json(String part, Value value) throws UnwritableException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
    try (JsonGenerator generator = JSON.createGenerator(out)) {
      write(generator, value);
    } catch (IOException e) {
      // Memory does not fail, so it is the value.
      throw new UnwritableException(part + " is not to be written as JSON: " + e.getMessage());
    }
    return out.toByteArray();
  }

  private static void write(JsonGenerator out, Value value) throws IOException {
    switch (value.kind()) {
      case NULL -> out.writeNull();
      case BOOLEAN -> out.writeBoolean(((Value.OfBoolean) value).value());
      case LONG -> out.writeNumber(((Value.OfLong) value).value());
      case DOUBLE -> number(out, ((Value.OfDouble) value).value());
      case DECIMAL -> out.writeNumber(((Value.OfDecimal) value).value());
      case TEXT, INSTANT, DATE, TIME -> out.writeString(value.toString());
      case BYTES -> out.writeBinary(((Value.OfBytes) value).value());
      case LIST -> {
        out.writeStartArray();
        for (Value each : ((Value.OfList) value).values()) {
          write(out, each);
        }
        out.writeEndArray();
      }
      case MAP -> {
        out.writeStartObject();
        for (Map.Entry<String, Value> each : ((Value.OfMap) value).fields().entrySet()) {
          out.writeFieldName(each.getKey());
          write(out, each.getValue());
        }
        out.writeEndObject();
      }
    }
  }

  /** JSON has no NaN and no infinities; as text they are at least not lost. */
  private static void number(JsonGenerator out, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value);
    } else {
      out.writeString(Double.toString(value));
    }
  }
}
