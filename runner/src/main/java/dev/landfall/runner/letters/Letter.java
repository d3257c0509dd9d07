package dev.landfall.runner.letters;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/**
 * A rejected record as a line of JSON in UTF-8 (SI-10), itself a record on its way to {@link
 * DeadLetterSink}. Stateless, thread-safe.
 *
 * <pre>
 * {"position":{"split":"in.jsonl","offset":4711,"line":9},"reason":"…","raw":"what a source could not read"}
 * {"position":{"split":"in.jsonl","offset":4800,"line":10},"reason":"…",
 *  "record":{"operation":"put","key":…,"value":…,"timestamp":"…","headers":[{"name":…,"value":BASE64}]}}
 * </pre>
 *
 * <p>The publisher puts {@code "checkpoint":41} before it, which is not known yet. Bytes are
 * base64, times are ISO 8601. Of a record too long for a letter the size is told in its place.
 */
public final class Letter {
  /** Longer ones would not fit a log segment. */
  static final int MAX_BYTES = 48 << 20;

  /** A record may be as deep as a source reads it, and here it is a little deeper. */
  private static final int MAX_DEPTH = 2_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private Letter() {}

  /** Of a record that key, sink or store refused. */
  public static SinkRecord of(SinkRecord record, String reason) {
    return letter(record.position(), reason, json -> writeRecord(record, json));
  }

  /** Of a text that the source could not read. */
  public static SinkRecord unread(SourcePosition position, String raw, String reason) {
    return raw.length() > MAX_BYTES // not copied first, for it may be a gigabyte
        ? letter(position, reason, json -> json.writeNumberField("omitted-bytes", raw.length()))
        : letter(position, reason, json -> json.writeStringField("raw", raw));
  }

  /** The bytes of the line, without its end. */
  static byte[] line(SinkRecord letter) {
    if (letter.value() instanceof Value.OfBytes bytes) {
      return bytes.value();
    }
    throw new IllegalArgumentException("no letter at " + letter.position());
  }

  private static SinkRecord letter(SourcePosition position, String reason, Content content) {
    byte[] line = line(position, reason, content);
    if (line.length > MAX_BYTES) {
      int bytes = line.length;
      line = line(position, reason, json -> json.writeNumberField("omitted-bytes", bytes));
    }
    return SinkRecord.put(Value.ofNull(), Value.of(line)).at(position);
  }

  private static byte[] line(SourcePosition position, String reason, Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeObjectFieldStart("position");
      json.writeStringField("split", position.split());
      json.writeNumberField("offset", position.offset());
      if (position.line() > 0) {
        json.writeNumberField("line", position.line());
      }
      json.writeEndObject();
      json.writeStringField("reason", reason);
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("text in memory cannot fail to be written", e);
    }
    return withHalfPairsEscaped(text.getBuffer()).getBytes(StandardCharsets.UTF_8);
  }

  /** Half a surrogate pair, which a JSON source can deliver, is no UTF-8; it stands in a string. */
  private static String withHalfPairsEscaped(CharSequence json) {
    StringBuilder out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (!Character.isSurrogate(c)) {
        out.append(c);
      } else if (i + 1 < json.length() && Character.isSurrogatePair(c, json.charAt(i + 1))) {
        out.append(c).append(json.charAt(++i));
      } else {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return out.toString();
  }

  private static void writeRecord(SinkRecord record, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("record");
    json.writeStringField("operation", record.isDelete() ? "delete" : "put");
    json.writeFieldName("key");
    write(record.key(), json);
    json.writeFieldName("value");
    write(record.value(), json);
    if (record.timestampMillis() != SinkRecord.NO_TIMESTAMP) {
      json.writeStringField("timestamp", Instant.ofEpochMilli(record.timestampMillis()).toString());
    }
    if (!record.headers().isEmpty()) {
      json.writeArrayFieldStart("headers");
      for (Header header : record.headers()) {
        json.writeStartObject();
        json.writeStringField("name", header.name());
        json.writeBinaryField("value", header.value());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
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
      case LIST -> {
        json.writeStartArray();
        for (Value element : ((Value.OfList) value).values()) {
          write(element, json);
        }
        json.writeEndArray();
      }
      case MAP -> {
        json.writeStartObject();
        for (var field : ((Value.OfMap) value).fields().entrySet()) {
          json.writeFieldName(field.getKey());
          write(field.getValue(), json);
        }
        json.writeEndObject();
      }
    }
  }

  /** What a letter holds beside position and reason. */
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }
}
