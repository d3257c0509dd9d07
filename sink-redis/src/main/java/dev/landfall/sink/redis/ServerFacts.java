package dev.landfall.sink.redis;

import java.util.HashMap;
import java.util.Map;

/** What a server says about itself: the lines of INFO. Immutable, thread-safe. */
record ServerFacts(Map<String, String> values) {
  static ServerFacts of(String info) {
    Map<String, String> values = new HashMap<>();
    info.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1).strip());
              }
            });
    return new ServerFacts(Map.copyOf(values));
  }

  /** Empty text where the server says nothing. */
  String text(String name) {
    return values.getOrDefault(name, "");
  }

  /** 0 where the server says nothing. */
  long number(String name) {
    String text = text(name);
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Whether {@code redis_version} is that or later. */
  boolean isAtLeast(int major, int minor) {
    String[] parts = text("redis_version").split("\\.", -1);
    if (parts.length < 2 || !parts[0].matches("\\d+") || !parts[1].matches("\\d+")) {
      return true; // one that does not tell is not an old one
    }
    int ours = Integer.parseInt(parts[0]);
    return ours > major || (ours == major && Integer.parseInt(parts[1]) >= minor);
  }
}
