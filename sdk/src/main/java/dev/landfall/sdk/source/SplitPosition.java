package dev.landfall.sdk.source;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a split goes on, as named texts that the source chose: stored in a checkpoint, printed by
 * {@code landfall state show}, checked by the source before it is believed. Immutable, thread-safe.
 */
public record SplitPosition(Map<String, String> fields) {
  public SplitPosition {
    fields = Collections.unmodifiableMap(new TreeMap<>(fields));
  }
}
