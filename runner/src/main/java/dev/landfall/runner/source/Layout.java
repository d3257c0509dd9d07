package dev.landfall.runner.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names of a record's fields, shared by all records that have the same. Thread-safe. */
final class Layout {
  /** Up to so many names, comparing them one by one is faster than hashing. */
  private static final int LINEAR_NAMES = 8;

  private final String[] names;
  private final Map<String, Integer> indexes = new HashMap<>();

  /** The names must differ. */
  Layout(List<String> names) {
    this.names = names.toArray(String[]::new);
    if (this.names.length > LINEAR_NAMES) {
      for (int i = 0; i < this.names.length; i++) {
        indexes.put(this.names[i], i);
      }
    }
  }

  int size() {
    return names.length;
  }

  String name(int index) {
    return names[index];
  }

  /** The index of a name, or -1. */
  int indexOf(Object name) {
    if (names.length > LINEAR_NAMES) {
      return indexes.getOrDefault(name, -1);
    }
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
