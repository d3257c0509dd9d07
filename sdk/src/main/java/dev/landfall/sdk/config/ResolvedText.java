package dev.landfall.sdk.config;

/**
 * A text of the file after its references have been followed. Immutable, thread-safe.
 *
 * @param value the text; never to be printed unless {@code origin} is {@link Origin#LITERAL}
 * @param written the text as it stands in the file, fit to be printed
 * @param origin what it is made of
 */
record ResolvedText(String value, String written, Origin origin) {
  /** What a text is made of. */
  enum Origin {
    /** The file's own text alone. */
    LITERAL,
    /** References alone. */
    REFERENCE,
    /** Both. */
    MIXED
  }

  boolean isLiteral() {
    return origin == Origin.LITERAL;
  }

  /** What to call it in a problem. */
  String shown() {
    return isLiteral() ? Node.quoted(value) : "the value of " + written;
  }

  @Override
  public String toString() {
    return written;
  }
}
