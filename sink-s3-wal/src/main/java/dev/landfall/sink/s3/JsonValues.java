package dev.landfall.sink.s3;

import com.fasterxml.jackson.core.io.NumberOutput;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Writes values as JSON: numbers as numbers, bytes in Base64, times in ISO 8601. Stateless,
 * thread-safe.
 *
 * <p>One pass: what JSON cannot hold is found while it is written, and what was written so far is
 * the caller's to drop. A generator of Jackson's took twice the time, most of it for copying each
 * text twice, and a check before it had to look at every character once more.
 *
 * <p>Floating-point numbers have the shortest digits that read back as the same number, whichever
 * Java this is; {@code Double.toString} writes others before Java 19.
 */
final class JsonValues {
  private static final int MOST_DIGITS = 20;
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /** The letter after a backslash; 0 for what stands for itself, {@code u} for four digits. */
  private static final byte[] ESCAPES = escapes();

  private JsonValues() {}

  private static byte[] escapes() {
    byte[] escapes = new byte[0x80];
    java.util.Arrays.fill(escapes, 0, ' ', (byte) 'u');
    escapes['\b'] = 'b';
    escapes['\t'] = 't';
    escapes['\n'] = 'n';
    escapes['\f'] = 'f';
    escapes['\r'] = 'r';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
  }

  /**
   * Appends the value.
   *
   * @throws UnwritableException that names what JSON cannot hold; part of the value may be there
   */
  static void write(Value value, ByteBlock to) throws UnwritableException {
    if (!write(value, 0, to)) {
      throw new UnwritableException(
          JsonChecks.problem(value, "the value").orElse("the value cannot be written as JSON"));
    }
  }

  /** Whether JSON can hold it. */
  private static boolean write(Value value, int depth, ByteBlock to) {
    // What most fields are: a comparison of classes is cheaper than a call through an interface.
    if (value instanceof Value.OfText text) {
      return text(text.value(), to);
    }
    if (value instanceof Value.OfLong number) {
      byte[] bytes = to.reserve(MOST_DIGITS);
      to.setSize(NumberOutput.outputLong(number.value(), bytes, to.size()));
      return true;
    }
    return writeOther(value, depth, to);
  }

  private static boolean writeOther(Value value, int depth, ByteBlock to) {
    return switch (value.kind()) {
      case NULL, BOOLEAN, DECIMAL, LONG -> ascii(value.toString(), to);
      case DOUBLE -> number(((Value.OfDouble) value).value(), to);
      case TEXT -> text(((Value.OfText) value).value(), to);
      case BYTES -> binary(((Value.OfBytes) value).value(), to);
      case INSTANT, DATE, TIME -> text(value.toString(), to);
      case LIST -> depth < JsonChecks.MAX_DEPTH && list((Value.OfList) value, depth, to);
      case MAP -> depth <= JsonChecks.MAX_DEPTH && map((Value.OfMap) value, depth, to);
    };
  }

  private static boolean number(double number, ByteBlock to) {
    return Double.isFinite(number) && ascii(NumberOutput.toString(number, true), to);
  }

  private static boolean binary(byte[] bytes, ByteBlock to) {
    byte[] text = Base64.getEncoder().encode(bytes);
    to.write('"');
    to.write(text, 0, text.length);
    to.write('"');
    return true;
  }

  private static boolean list(Value.OfList list, int depth, ByteBlock to) {
    to.write('[');
    boolean first = true;
    for (Value element : list.values()) {
      if (!first) {
        to.write(',');
      }
      first = false;
      if (!write(element, depth + 1, to)) {
        return false;
      }
    }
    to.write(']');
    return true;
  }

  private static boolean map(Value.OfMap map, int depth, ByteBlock to) {
    to.write('{');
    boolean first = true;
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      if (!first) {
        to.write(',');
      }
      first = false;
      if (!text(field.getKey(), to)) {
        return false;
      }
      to.write(':');
      if (!write(field.getValue(), depth + 1, to)) {
        return false;
      }
    }
    to.write('}');
    return true;
  }

  private static boolean ascii(String text, ByteBlock to) {
    int length = text.length();
    byte[] bytes = to.reserve(length);
    int at = to.size();
    for (int i = 0; i < length; i++) {
      bytes[at++] = (byte) text.charAt(i);
    }
    to.setSize(at);
    return true;
  }

  /** Nearly all text is ASCII without a quotation mark: a loop of its own, as short as can be. */
  private static boolean text(String text, ByteBlock to) {
    int length = text.length();
    byte[] bytes = to.reserve(Math.addExact(length, 2));
    int at = to.size();
    bytes[at++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ESCAPES.length || ESCAPES[c] != 0) {
        to.setSize(at);
        return anyText(text, i, to);
      }
      bytes[at++] = (byte) c;
    }
    bytes[at++] = '"';
    to.setSize(at);
    return true;
  }

  /** Whatever characters come; false for half a surrogate pair (SI-10). */
  private static boolean anyText(String text, int from, ByteBlock to) {
    int length = text.length();
    for (int i = from; i < length; i++) {
      char c = text.charAt(i);
      if (c < ESCAPES.length) {
        oneByte(c, to);
      } else if (c < 0x800) {
        to.write(0xC0 | (c >> 6));
        following(c, to);
      } else if (!Character.isSurrogate(c)) {
        to.write(0xE0 | (c >> 12));
        following(c >> 6, to);
        following(c, to);
      } else {
        i++;
        if (i == length || !Character.isSurrogatePair(c, text.charAt(i))) {
          return false;
        }
        fourBytes(Character.toCodePoint(c, text.charAt(i)), to);
      }
    }
    to.write('"');
    return true;
  }

  private static void oneByte(char c, ByteBlock to) {
    byte escape = ESCAPES[c];
    if (escape == 0) {
      to.write(c);
      return;
    }
    to.write('\\');
    to.write(escape);
    if (escape == 'u') {
      to.write('0');
      to.write('0');
      to.write(HEX[c >> 4]);
      to.write(HEX[c & 0xF]);
    }
  }

  private static void fourBytes(int point, ByteBlock to) {
    to.write(0xF0 | (point >> 18));
    following(point >> 12, to);
    following(point >> 6, to);
    following(point, to);
  }

  /** The last six bits, in a byte that is not the first of its character. */
  private static void following(int bits, ByteBlock to) {
    to.write(0x80 | (bits & 0x3F));
  }
}
