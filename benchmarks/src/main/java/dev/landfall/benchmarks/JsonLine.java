package dev.landfall.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Writes the fields of an event as a line of JSON, as a bare loop would. One thread at a time. */
final class JsonLine {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator out;

  JsonLine(OutputStream to) throws IOException {
    out = JSON.createGenerator(to);
    out.setRootValueSeparator(null);
  }

  void write(Value.OfMap event) throws IOException {
    out.writeStartObject();
    for (Map.Entry<String, Value> field : event.fields().entrySet()) {
      out.writeFieldName(field.getKey());
      write(field.getValue());
    }
    out.writeEndObject();
    out.writeRaw('\n');
    out.flush();
  }

  private void write(Value value) throws IOException {
    if (value instanceof Value.OfText text) {
      out.writeString(text.value());
    } else if (value instanceof Value.OfLong number) {
      out.writeNumber(number.value());
    } else if (value instanceof Value.OfDouble number) {
      out.writeNumber(number.value());
    } else if (value instanceof Value.OfBoolean one) {
      out.writeBoolean(one.value());
    } else {
      throw new IOException("Cannot write " + value.kind() + ": no event has one");
    }
  }
}
