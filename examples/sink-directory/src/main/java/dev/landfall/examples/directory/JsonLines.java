package dev.landfall.examples.directory;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * Writes records as lines of UTF-8 JSON (SI-10): {@code {"key":…,"value":…}}, or {@code
 * {"key":…,"deleted":true}}. One thread at a time.
 */
final class JsonLines {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder().rootValueSeparator("\n").build();

  private final JsonGenerator json;

  JsonLines(OutputStream out) throws IOException {
    json = FACTORY.createGenerator(out, JsonEncoding.UTF8);
  }

  void write(SinkRecord record) throws IOException {
    json.writeStartObject();
    json.writeFieldName("key");
    write(record.key(), json);
    if (record.isDelete()) {
      json.writeBooleanField("deleted", true);
    } else {
      json.writeFieldName("value");
      write(record.value(), json);
    }
    json.writeEndObject();
  }

  /** Ends the last line and hands everything to the stream. */
  void finish() throws IOException {
    json.writeRaw('\n');
    json.flush();
  }

  private static void write(Value value, JsonGenerator json) throws IOException {
    switch (value.kind()) {
      case NULL -> json.writeNull();
      case BOOLEAN -> json.writeBoolean(((Value.OfBoolean) value).value());
      case LONG -> json.writeNumber(((Value.OfLong) value).value());
      case DOUBLE -> json.writeNumber(((Value.OfDouble) value).value());
      case DECIMAL -> json.writeNumber(((Value.OfDecimal) value).value());
      case BYTES -> json.writeBinary(((Value.OfBytes) value).value());
      case TEXT, INSTANT, DATE, TIME -> json.writeString(value.toString());
      case LIST -> writeList((Value.OfList) value, json);
      case MAP -> writeMap((Value.OfMap) value, json);
    }
  }

  private static void writeList(Value.OfList list, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Value element : list.values()) {
      write(element, json);
    }
    json.writeEndArray();
  }

  private static void writeMap(Value.OfMap map, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      json.writeFieldName(field.getKey());
      write(field.getValue(), json);
    }
    json.writeEndObject();
  }
}
