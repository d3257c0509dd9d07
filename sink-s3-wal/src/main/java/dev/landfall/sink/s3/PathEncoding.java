package dev.landfall.sink.s3;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Turns any text into one folder name and back, without loss: no two texts share a name, no name
 * has a slash, and none is {@code .} or {@code ..}. Stateless, thread-safe.
 *
 * <p>ASCII letters, digits, {@code -}, and, except in front, {@code _} and {@code .} stand for
 * themselves; every other UTF-8 byte is {@code %XX}, as Hive and Spark decode it. A leading {@code
 * _} or {@code .} would hide the folder from them. Null is Hive's {@code
 * __HIVE_DEFAULT_PARTITION__}, the empty text {@code __EMPTY__}: since a text that begins with an
 * underscore is escaped, neither can be meant by a text.
 */
final class PathEncoding {
  static final String NULL = "__HIVE_DEFAULT_PARTITION__";
  static final String EMPTY = "__EMPTY__";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private PathEncoding() {}

  static String encode(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    if (isPlain(text)) {
      return text;
    }
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (one & 0xFF);
      if (standsForItself(c, encoded.isEmpty())) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HEX[c >> 4]).append(HEX[c & 0xF]);
      }
    }
    return encoded.toString();
  }

  /**
   * The inverse of {@link #encode}.
   *
   * @return empty for {@link #NULL}
   */
  static Optional<String> decode(String name) {
    if (name.equals(NULL)) {
      return Optional.empty();
    }
    if (name.equals(EMPTY)) {
      return Optional.of("");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(name.substring(i + 1, i + 3).toLowerCase(Locale.ROOT), 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return Optional.of(bytes.toString(StandardCharsets.UTF_8));
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!standsForItself(text.charAt(i), i == 0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean standsForItself(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || ((c == '_' || c == '.') && !first);
  }
}
