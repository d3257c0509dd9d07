package dev.landfall.runner.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON objects (RFC 8259). One thread at a time. */
final class JsonRecords implements RecordParser {
  /** The scanner bounds the record, so a text needs no bound of its own. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(NumberText.MAX_CHARACTERS)
                  .build())
          .build();

  /** A parser keeps every field name that it has seen. */
  private static final int MAX_RECORDS_OF_PARSER = 100_000;

  private static final byte[] WARM_UP = {'{', '}', ' ', ' '};

  private static final Schema NOTHING_KNOWN = Schema.declared(Map.of());

  private final Schema schema;
  private final Shape records = Shape.empty();
  private final Shape nested = Shape.empty();
  private Value[] values = new Value[64];

  /** How many of the values are taken, by the objects that are being read. */
  private int taken;

  /** What the parser reads; both are made anew when a record was broken off. */
  private LineFeed feed = new LineFeed();

  private @Nullable JsonParser parser;
  private int parsed;

  /** Whether the record has an escape, which alone can make half of a surrogate pair. */
  private boolean escapes;

  JsonRecords(Schema schema) {
    this.schema = schema;
  }

  @Override
  public Value parse(byte[] bytes, int from, int to) throws MalformedRecordException {
    escapes = false;
    if (!ByteSearch.isPlain(bytes, from, to, (byte) '\\')) {
      int malformed = Utf8.malformed(bytes, from, to);
      if (malformed >= 0) {
        throw MalformedRecordException.utf8(bytes, from, malformed);
      }
      escapes = ByteSearch.first(bytes, from, to, (byte) '\\') >= 0;
    }
    taken = 0;
    JsonParser current = parser();
    feed.offer(bytes, from, to);
    boolean whole = false;
    try {
      Value value = record(current);
      requireNothingBehind(current, bytes, from, to);
      whole = true;
      return value;
    } catch (JsonProcessingException e) {
      throw MalformedRecordException.json(e, feed.index(offset(e, current)) - from + 1);
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes cannot fail to be read", e);
    } finally {
      if (!whole) {
        // It stands somewhere within the record; the next one begins afresh.
        discard();
      }
    }
  }

  /** A value beyond the parser's bounds is told without its place: the parser stands behind it. */
  private static long offset(JsonProcessingException error, JsonParser current) {
    JsonLocation place = error.getLocation();
    return (place == null ? current.currentLocation() : place).getByteOffset();
  }

  private JsonParser parser() {
    JsonParser current = parser;
    if (current == null || ++parsed > MAX_RECORDS_OF_PARSER) {
      discard();
      current = opened();
      parser = current;
    }
    return current;
  }

  private JsonParser opened() {
    feed = new LineFeed();
    parsed = 0;
    // A parser guesses the encoding from its first bytes; no record is to be subject to that.
    feed.offer(WARM_UP, 0, WARM_UP.length);
    try {
      JsonParser fresh = FACTORY.createParser(feed);
      fresh.nextToken();
      fresh.nextToken();
      return fresh;
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes cannot fail to be read", e);
    }
  }

  private void discard() {
    JsonParser old = parser;
    parser = null;
    try {
      if (old != null) {
        old.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes cannot fail to be closed", e);
    }
  }

  private Value record(JsonParser current) throws IOException, MalformedRecordException {
    JsonToken first = current.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new MalformedRecordException(
          "Cannot read the record: it begins with "
              + first
              + ", expected a JSON object (write one object a line)");
    }
    return object(current, records, schema);
  }

  private void requireNothingBehind(JsonParser current, byte[] bytes, int from, int to)
      throws MalformedRecordException {
    for (int i = feed.index(current.currentLocation().getByteOffset()); i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        throw new MalformedRecordException(
            "Cannot read the record: more follows the object at column "
                + (i - from + 1)
                + ", expected one object a line (break the line there)");
      }
    }
  }

  private Value object(JsonParser parser, Shape empty, Schema columns)
      throws IOException, MalformedRecordException {
    int base = taken;
    Shape shape = empty;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      Shape next = shape.with(name, columns);
      if (next == null) {
        return irregular(parser, shape, name, base, columns);
      }
      shape = next;
      Column column = shape.column();
      push(field(parser, column));
    }
    Value[] own = Arrays.copyOfRange(values, base, taken);
    taken = base;
    return Value.of(new Fields(shape.layout(), own));
  }

  private void push(Value value) {
    if (taken == values.length) {
      values = Arrays.copyOf(values, 2 * taken);
    }
    values[taken++] = value;
  }

  /** Goes on with an object for which the tree of shapes has no room. */
  private Value irregular(JsonParser parser, Shape shape, String first, int base, Schema columns)
      throws IOException, MalformedRecordException {
    Map<String, Value> fields = new LinkedHashMap<>();
    List<String> names = shape.names();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), values[base + i]);
    }
    taken = base;
    for (String name = first; name != null; name = parser.nextFieldName()) {
      if (fields.put(name, field(parser, columns.column(name))) != null) {
        throw Shape.twice(name);
      }
    }
    return Value.of(fields);
  }

  private Value field(JsonParser parser, Column column)
      throws IOException, MalformedRecordException {
    JsonToken token = parser.nextToken();
    if (column.type() == ColumnType.ANY) {
      try {
        return any(parser, token);
      } catch (MalformedRecordException e) {
        throw column.refused(e);
      }
    }
    return token == JsonToken.VALUE_NULL ? Value.ofNull() : typed(parser, token, column);
  }

  private Value typed(JsonParser parser, JsonToken token, Column column)
      throws IOException, MalformedRecordException {
    ColumnType type = column.type();
    boolean number = token.isNumeric();
    boolean texts = type != ColumnType.LONG && type != ColumnType.BYTES;
    if (column.origin() == Column.Origin.DECLARED) {
      if (token == JsonToken.VALUE_STRING) {
        return column.read(text(parser));
      }
      if (number && texts) {
        return type == ColumnType.DOUBLE ? binary(parser, column) : column.read(parser.getText());
      }
    }
    try {
      return number && type == ColumnType.DECIMAL
          ? Value.of(NumberText.decimal(parser.getText()))
          : fitted(any(parser, token), type);
    } catch (MalformedRecordException e) {
      throw column.refused(e);
    }
  }

  private static Value binary(JsonParser parser, Column column)
      throws IOException, MalformedRecordException {
    Value number =
        NumberText.fraction(
            parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    return number instanceof Value.OfDouble ? number : column.read(parser.getText());
  }

  private static Value fitted(Value value, ColumnType type) throws MalformedRecordException {
    if (type == ColumnType.DOUBLE && value instanceof Value.OfLong whole) {
      return Value.of(NumberText.asDouble(whole, whole.toString()));
    }
    if (!type.is(value)) {
      throw MalformedRecordException.expected(value.toString(), "a " + type);
    }
    return value;
  }

  private Value any(JsonParser parser, @Nullable JsonToken token)
      throws IOException, MalformedRecordException {
    if (token == null) {
      throw new MalformedRecordException("Cannot read the record: it ends within an object");
    }
    return switch (token) {
      case VALUE_NULL -> Value.ofNull();
      case VALUE_TRUE -> Value.of(true);
      case VALUE_FALSE -> Value.of(false);
      case VALUE_STRING -> Value.of(text(parser));
      case VALUE_NUMBER_INT -> whole(parser);
      case VALUE_NUMBER_FLOAT ->
          NumberText.fraction(
              parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
      case START_OBJECT -> object(parser, nested, NOTHING_KNOWN);
      case START_ARRAY -> array(parser);
      default -> throw new IllegalStateException("a value cannot begin with " + token);
    };
  }

  private static Value whole(JsonParser parser) throws IOException, MalformedRecordException {
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? Value.of(NumberText.decimal(parser.getText()))
        : Value.of(parser.getLongValue());
  }

  private Value array(JsonParser parser) throws IOException, MalformedRecordException {
    List<Value> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(any(parser, token));
    }
    return Value.of(elements);
  }

  private String text(JsonParser parser) throws IOException, MalformedRecordException {
    String text = parser.getText();
    if (escapes && Utf8.hasLoneSurrogate(text)) {
      throw MalformedRecordException.part(
          "an escape of half a surrogate pair, expected text that UTF-8 can say");
    }
    return text;
  }
}
