package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkId;
import java.util.regex.Pattern;

/** What every key begins with. Stateless, thread-safe. */
final class PrefixTemplate {
  private static final Pattern ALLOWED =
      Pattern.compile("(?:[A-Za-z0-9_=-][A-Za-z0-9_.=-]*(?:/[A-Za-z0-9_=-][A-Za-z0-9_.=-]*)*)?");

  private PrefixTemplate() {}

  /**
   * Fills in a prefix.
   *
   * @return empty, or a prefix that ends with a slash, so that {@code a} never covers {@code ab}
   * @throws IllegalArgumentException if it leads elsewhere, or is no prefix
   */
  static String resolve(String template, SinkId id) {
    String text = template.endsWith("/") ? template.substring(0, template.length() - 1) : template;
    String filled = text.replace("{pipeline}", id.pipeline()).replace("{sink}", id.sink());
    if (!ALLOWED.matcher(filled).matches()) {
      throw new IllegalArgumentException(
          "Cannot use the prefix '"
              + template
              + "': expected folders of letters, digits and _ . = - that begin with no dot, and"
              + " {pipeline} or {sink}");
    }
    return filled.isEmpty() ? "" : filled + '/';
  }
}
