package dev.landfall.sink.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns one value into bytes (SI-10). Immutable, thread-safe. */
final class ValueBytes {
  private static final JsonFactory JSON = new JsonFactory();

  private final String part;
  private final KafkaFormat format;

  /**
   * @param part {@code key} or {@code value}, for reasons
   */
  ValueBytes(String part, KafkaFormat format) {
    this.part = part;
    this.format = format;
  }

  /** The bytes; none for the null value. */
  byte @Nullable [] of(Value value) throws UnwritableException {
    if (value.isNull()) {
      return null;
    }
    return switch (format) {
      case TEXT -> text(value);
      case BYTES -> bytes(value);
      case JSON -> json(value);
    };
  }

  private byte[] text(Value value) throws UnwritableException {
    return switch (value.kind()) {
      case TEXT -> utf8(((Value.OfText) value).value());
      case BOOLEAN, LONG, DOUBLE, DECIMAL, INSTANT, DATE, TIME -> utf8(value.toString());
      case NULL, BYTES, LIST, MAP -> throw unfit(value);
    };
  }

  private byte[] bytes(Value value) throws UnwritableException {
    return switch (value.kind()) {
      case BYTES -> ((Value.OfBytes) value).value();
      case TEXT -> utf8(((Value.OfText) value).value());
      default -> throw unfit(value);
    };
  }

  private UnwritableException unfit(Value value) {
    return new UnwritableException(
        part
            + " is "
            + value.kind()
            + ", expected what '"
            + part
            + ": "
            + format.name().toLowerCase(java.util.Locale.ROOT)
            + "' can hold (use 'json')");
  }

  /** Unlike {@link String#getBytes}, refuses what it would replace by a question mark. */
  private byte[] utf8(String text) throws UnwritableException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new UnwritableException(part + " holds half a surrogate pair, expected text");
    }
    return bytes;
  }

  /** Half a surrogate pair is written as an escape, which JSON can hold. */
  private byte[] json(Value value) throws UnwritableException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
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
