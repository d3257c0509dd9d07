package dev.landfall.conformance.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Builds text that is well-formed both as HTML and as XML: whatever it is given is escaped, and
 * whatever was opened is closed in order. One thread at a time.
 */
final class Markup {
  /** Elements that have no content in HTML; all others have an end tag, even when empty. */
  private static final Set<String> VOID = Set.of("meta", "br", "hr");

  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** A mark before the root element, from us and not from anybody else. */
  Markup raw(String ours) {
    out.append(ours);
    return this;
  }

  /** Opens an element with attributes, each a name and a value. */
  Markup open(String element, String... attributes) {
    start(element, attributes);
    out.append('>');
    open.push(element);
    return this;
  }

  private void start(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  /** Closes the innermost element. */
  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element that holds nothing but text. */
  Markup leaf(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** An element without content. */
  Markup empty(String element, String... attributes) {
    if (!VOID.contains(element)) {
      return open(element, attributes).close();
    }
    start(element, attributes);
    out.append("/>");
    return this;
  }

  /** Text, escaped. */
  Markup text(String text) {
    escape(text);
    return this;
  }

  /** A line break in the source, for whoever reads it. */
  Markup line() {
    out.append('\n');
    return this;
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      switch (point) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.appendCodePoint(isXml(point) ? point : REPLACEMENT);
      }
    }
  }

  /** XML 1.0 has no way at all to write most control characters; HTML would pass them over. */
  private static boolean isXml(int point) {
    return point == '\n'
        || point == '\t'
        || (point >= 0x20 && point <= 0x7E)
        || (point >= 0xA0 && point <= 0xD7FF)
        || (point >= 0xE000 && point <= 0xFFFD)
        || point >= 0x10000;
  }

  /**
   * All of it.
   *
   * @throws IllegalStateException if an element is open
   */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }
}
