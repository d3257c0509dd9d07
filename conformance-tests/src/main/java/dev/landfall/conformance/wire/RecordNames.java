package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Access;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which records a request carries: their values name them, and no protocol here hides a value that
 * is not compressed. Stateless, thread-safe.
 */
final class RecordNames {
  private static final Pattern NAME = Pattern.compile("(?<![0-9A-Za-z])[sz]\\d{1,2}:\\d{1,4}");

  private RecordNames() {}

  static List<String> in(byte[] bytes, Access access) {
    if (access == Access.READ || access == Access.FENCE) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return new ArrayList<>(names);
  }
}
