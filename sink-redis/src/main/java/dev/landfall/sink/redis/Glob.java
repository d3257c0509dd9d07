package dev.landfall.sink.redis;

/** Patterns of SCAN and KEYS. Stateless, thread-safe. */
final class Glob {
  private Glob() {}

  /** Matches the text itself. */
  static String literal(String text) {
    return text.replaceAll("([*?\\[\\]^\\\\])", "\\\\$1");
  }
}
