package dev.landfall.source.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns bytes into one value. Immutable, thread-safe. */
final class BytesValue {
  /** Something that is there and does not have the declared form. */
  static final class MalformedException extends Exception {
    MalformedException(String reason) {
      super(reason, null, false, false);
    }

    /** Never null: the constructor takes one. */
    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  private static final JsonFactory JSON = new JsonFactory();

  private final String part;
  private final KafkaFormat format;

  /**
   * @param part {@code key} or {@code value}, for reasons
   */
  BytesValue(String part, KafkaFormat format) {
    this.part = part;
    this.format = format;
  }

  Value of(byte @Nullable [] bytes) throws MalformedException {
    if (bytes == null) {
      return Value.ofNull();
    }
    return switch (format) {
      case TEXT -> Value.of(text(bytes));
      case BYTES -> Value.of(bytes);
      case JSON -> json(bytes);
    };
  }

  private String text(byte[] bytes) throws MalformedException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedException(part + " is no UTF-8 (use '" + part + ": bytes')");
    }
  }

  private Value json(byte[] bytes) throws MalformedException {
    text(bytes); // Jackson would guess another encoding from the first bytes
    try (JsonParser parser = JSON.createParser(bytes)) {
      if (parser.nextToken() == null) {
        throw new MalformedException(part + " is empty, expected JSON");
      }
      Value value = read(parser);
      if (parser.nextToken() != null) {
        throw new MalformedException(part + " holds more than one JSON value");
      }
      return value;
    } catch (IOException e) {
      throw new MalformedException(part + " is no JSON: " + e.getMessage());
    }
  }

  private static Value read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> Value.of(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> Value.of(parser.getBooleanValue());
      case VALUE_NULL -> Value.ofNull();
      case VALUE_NUMBER_INT -> whole(parser);
      case VALUE_NUMBER_FLOAT -> Value.of(parser.getDecimalValue());
      default -> throw new IOException("unexpected " + parser.currentToken());
    };
  }

  private static Value whole(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT, LONG -> Value.of(parser.getLongValue());
      default -> Value.of(new BigDecimal(parser.getBigIntegerValue()));
    };
  }

  private static Value object(JsonParser parser) throws IOException {
    Map<String, Value> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (fields.put(name, read(parser)) != null) {
        throw new IOException("field '" + name + "' is there twice");
      }
    }
    return Value.of(fields);
  }

  private static Value array(JsonParser parser) throws IOException {
    List<Value> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(read(parser));
    }
    return Value.of(values);
  }
}
