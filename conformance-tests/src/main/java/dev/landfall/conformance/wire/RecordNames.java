package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which records a request carries: their values name them, a delete is told by its key, and no
 * protocol here hides what is not compressed. Stateless, thread-safe.
 */
final class RecordNames {
  private static final Pattern NAME = Pattern.compile("(?<![0-9A-Za-z])[sz]\\d{1,2}:\\d{1,4}");

  private RecordNames() {}

  static List<String> in(byte[] bytes, Access access, Map<String, String> deletes) {
    if (access == Access.READ || access == Access.FENCE) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    deletes.forEach(
        (key, record) -> {
          if (contains(text, key)) {
            names.add(record);
          }
        });
    return new ArrayList<>(names);
  }

  /** Whether the key stands there by itself. */
  private static boolean contains(String text, String key) {
    int at = text.indexOf(key);
    while (at >= 0) {
      int end = at + key.length();
      boolean starts = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
      boolean ends = end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
      if (starts && ends) {
        return true;
      }
      at = text.indexOf(key, at + 1);
    }
    return false;
  }
}
