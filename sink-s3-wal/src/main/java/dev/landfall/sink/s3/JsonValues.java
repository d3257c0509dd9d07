package dev.landfall.sink.s3;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes values as JSON: numbers as numbers, bytes in Base64, times in ISO 8601. Stateless,
 * thread-safe.
 */
final class JsonValues {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(1_000).build())
          .build();

  private JsonValues() {}

  /** A generator without any separator between documents: the caller writes the line ends. */
  static JsonGenerator generator(OutputStream to) throws IOException {
    JsonGenerator generator = FACTORY.createGenerator(to);
    generator.setRootValueSeparator(null);
    return generator;
  }

  static void write(Value value, JsonGenerator to) throws IOException {
    // What most fields are: a comparison of classes is cheaper than a call through an interface.
    if (value instanceof Value.OfText text) {
      to.writeString(text.value());
    } else if (value instanceof Value.OfLong number) {
      to.writeNumber(number.value());
    } else {
      writeOther(value, to);
    }
  }

  private static void writeOther(Value value, JsonGenerator to) throws IOException {
    switch (value.kind()) {
      case NULL -> to.writeNull();
      case BOOLEAN -> to.writeBoolean(((Value.OfBoolean) value).value());
      case LONG -> to.writeNumber(((Value.OfLong) value).value());
      case DOUBLE -> to.writeNumber(((Value.OfDouble) value).value());
      case DECIMAL -> to.writeNumber(((Value.OfDecimal) value).value());
      case TEXT -> to.writeString(((Value.OfText) value).value());
      case BYTES -> to.writeBinary(((Value.OfBytes) value).value());
      case INSTANT, DATE, TIME -> to.writeString(value.toString());
      case LIST -> writeList((Value.OfList) value, to);
      case MAP -> writeMap((Value.OfMap) value, to);
    }
  }

  private static void writeList(Value.OfList list, JsonGenerator to) throws IOException {
    to.writeStartArray();
    for (Value element : list.values()) {
      write(element, to);
    }
    to.writeEndArray();
  }

  private static void writeMap(Value.OfMap map, JsonGenerator to) throws IOException {
    to.writeStartObject();
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      to.writeFieldName(field.getKey());
      write(field.getValue(), to);
    }
    to.writeEndObject();
  }
}
