package dev.landfall.runner.source;

import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, whatever the JVM's default (SI-10), and strictly: what is not well-formed (Unicode
 * 15.0, table 3-7) is named, never replaced. Stateless, thread-safe.
 */
final class Utf8 {
  /** U+FEFF, which some programs write at the beginning of a file. */
  static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private Utf8() {}

  /** The first index in {@code [from, to)} where the bytes are not well-formed, or -1. */
  static int malformed(byte[] bytes, int from, int to) {
    int i = ByteSearch.firstBeyondAscii(bytes, from, to);
    while (i < to) {
      int length = sequenceLength(bytes, i, to);
      if (length == 0) {
        return i;
      }
      i = ByteSearch.firstBeyondAscii(bytes, i + length, to);
    }
    return -1;
  }

  /** Decodes bytes that were found to be well-formed. */
  static String decode(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Whether a text holds half of a surrogate pair, which UTF-8 cannot say. */
  static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return true;
      }
    }
    return false;
  }

  /** The length of the well-formed sequence at {@code i}, or 0. */
  private static int sequenceLength(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xFF;
    int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || i + length > to) {
      return 0;
    }
    int second = bytes[i + 1] & 0xFF;
    if (second < lowestSecond(lead) || second > highestSecond(lead)) {
      return 0;
    }
    for (int k = 2; k < length; k++) {
      if ((bytes[i + k] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** Keeps out forms that are longer than they need be. */
  private static int lowestSecond(int lead) {
    return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  }

  /** Keeps out surrogates and what lies beyond U+10FFFF. */
  private static int highestSecond(int lead) {
    return lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  }
}
