package dev.landfall.sink.redis;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a Redis key from a record's key. Immutable, thread-safe.
 *
 * <p>From the key alone, and from all of it: else a deletion, which has no fields, would miss what
 * a put has written, and two keys that meet in one Redis key could pass through two writers, whose
 * order nobody keeps (I-3).
 */
final class KeyTemplate {
  /** Stands for the whole key. */
  private static final String WHOLE = "key";

  private final List<Part> parts;
  private final Set<String> names;

  private KeyTemplate(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.names = parts.stream().filter(Part::isField).map(Part::name).collect(Collectors.toSet());
  }

  /** Text as it is, or the field of that name. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(byte[] text, String name) {
    boolean isField() {
      return !name.isEmpty();
    }
  }

  /**
   * Reads a template such as {@code user:{id}}; {@code {{} and <code>}}</code> are braces, so a
   * hash tag is written {@code {{{id}}}:profile}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static KeyTemplate parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      if ((one == '{' || one == '}') && text.startsWith(String.valueOf(one), at + 1)) {
        literal.append(one);
        at++;
      } else if (one == '{') {
        int end = text.indexOf('}', at);
        require(end > at + 1, text, "a name and '}' after each '{'");
        boolean adjacent = literal.isEmpty() && !parts.isEmpty();
        require(!adjacent, text, "text between two fields");
        addLiteral(parts, literal);
        parts.add(new Part(new byte[0], text.substring(at + 1, end)));
        at = end;
      } else {
        require(one != '}', text, "'}}' for a brace");
        literal.append(one);
      }
    }
    addLiteral(parts, literal);
    require(parts.stream().anyMatch(Part::isField), text, "a field, such as user:{key}");
    return new KeyTemplate(parts);
  }

  private static void addLiteral(List<Part> parts, StringBuilder literal) {
    if (!literal.isEmpty()) {
      parts.add(new Part(Utf8.of(literal.toString()), ""));
      literal.setLength(0);
    }
  }

  private static void require(boolean holds, String text, String expected) {
    if (!holds) {
      throw new IllegalArgumentException("key is '" + text + "', expected " + expected);
    }
  }

  /** The text before the first field. */
  String prefix() {
    Part first = parts.get(0);
    return first.isField() ? "" : new String(first.text(), java.nio.charset.StandardCharsets.UTF_8);
  }

  /** The key of a record. */
  RedisKey of(SinkRecord record) throws UnwritableException {
    Value key = record.key();
    if (key.isNull()) {
      throw new UnwritableException("key is null, expected one: this sink writes by key");
    }
    if (key instanceof Value.OfMap map) {
      requireSameFields(map);
    } else if (names.size() > 1) {
      throw new UnwritableException(
          "key has one part, expected the fields " + sorted() + " of the key template");
    }
    if (parts.size() == 1) {
      return new RedisKey(rendered(record, parts.get(0).name()));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(64);
    for (Part part : parts) {
      out.writeBytes(part.isField() ? rendered(record, part.name()) : part.text());
    }
    return new RedisKey(out.toByteArray());
  }

  private byte[] rendered(SinkRecord record, String name) throws UnwritableException {
    Value part = record.key();
    if (part instanceof Value.OfMap map) {
      part = map.field(name);
    } else if (!name.equals(WHOLE)) {
      requireSame(name, record);
    }
    if (part instanceof Value.OfBytes raw) {
      return raw.value();
    }
    return ValueBytes.text("key field '" + name + "'", part);
  }

  private void requireSameFields(Value.OfMap key) throws UnwritableException {
    if (!names.equals(key.fields().keySet())) {
      throw new UnwritableException(
          "key has the fields "
              + key.fields().keySet()
              + ", expected those of the key template, "
              + sorted());
    }
  }

  /** The pipeline's key may be another field than the template means. */
  private static void requireSame(String name, SinkRecord record) throws UnwritableException {
    Value field = record.value() instanceof Value.OfMap map ? map.field(name) : Value.ofNull();
    if (!field.isNull() && !field.equals(record.key())) {
      throw new UnwritableException(
          String.format(
              Locale.ROOT,
              "field '%s' of the key template is '%s' and the record's key is '%s', expected one"
                  + " and the same (name '%s' in the pipeline's 'key:')",
              name,
              field,
              record.key(),
              name));
    }
  }

  private List<String> sorted() {
    return names.stream().sorted().toList();
  }
}
