package dev.landfall.sink.s3;

/** Whether a text can be written as UTF-8 (SI-10). Stateless, thread-safe. */
final class UnicodeText {
  private UnicodeText() {}

  /** False if a surrogate stands alone: Java's encoder would silently put a question mark there. */
  static boolean isSound(String text) {
    for (int i = 0; i < text.length(); i++) {
      // Nearly all text lies below: one comparison a character.
      if (text.charAt(i) >= Character.MIN_SURROGATE) {
        return isSoundFrom(i, text);
      }
    }
    return true;
  }

  private static boolean isSoundFrom(int start, String text) {
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
