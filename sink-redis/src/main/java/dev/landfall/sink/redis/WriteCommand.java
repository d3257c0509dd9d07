package dev.landfall.sink.redis;

import java.util.Locale;
import java.util.Map;

/** The commands that may be repeated, and why the others may not. */
enum WriteCommand {
  /** A string for each key. */
  SET,
  /** A hash for each key. */
  HSET;

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("incr", "applied twice it counts twice"),
          Map.entry("incrby", "applied twice it counts twice"),
          Map.entry("incrbyfloat", "applied twice it counts twice"),
          Map.entry("decr", "applied twice it counts twice"),
          Map.entry("decrby", "applied twice it counts twice"),
          Map.entry("hincrby", "applied twice it counts twice"),
          Map.entry("hincrbyfloat", "applied twice it counts twice"),
          Map.entry("zincrby", "applied twice it counts twice"),
          Map.entry("append", "applied twice the value is there twice"),
          Map.entry("rpush", "applied twice the element is there twice"),
          Map.entry("lpush", "applied twice the element is there twice"),
          Map.entry("xadd", "applied twice the entry is there twice"),
          Map.entry("publish", "sent twice it is received twice"),
          Map.entry("getset", "its reply is lost in a replay"),
          Map.entry("setnx", "a newer value would never replace an older one"),
          Map.entry("setex", "a replay would extend the life of the key (use expire-after)"));

  /**
   * The command of that name.
   *
   * @throws IllegalArgumentException that says why it is refused (I-1)
   */
  static WriteCommand of(String name) {
    String word = name.toLowerCase(Locale.ROOT);
    for (WriteCommand command : values()) {
      if (command.name().toLowerCase(Locale.ROOT).equals(word)) {
        return command;
      }
    }
    String reason = REFUSED.getOrDefault(word, "this sink knows nothing of it");
    throw new IllegalArgumentException(
        "command is '" + name + "', expected set or hset: " + reason + " (I-1)");
  }
}
