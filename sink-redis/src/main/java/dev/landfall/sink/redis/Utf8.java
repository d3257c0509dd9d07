package dev.landfall.sink.redis;

import java.nio.charset.StandardCharsets;

/** Text as bytes, whatever the JVM's default is (SI-10). Stateless, thread-safe. */
final class Utf8 {
  private Utf8() {}

  /** For text of our own. */
  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Unlike {@link String#getBytes}, refuses what it would replace by a question mark. */
  static byte[] checked(String part, String text) throws UnwritableException {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        boolean pair =
            Character.isHighSurrogate(unit)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw new UnwritableException(part + " holds half a surrogate pair, expected text");
        }
        i++;
      }
    }
    return of(text);
  }
}
