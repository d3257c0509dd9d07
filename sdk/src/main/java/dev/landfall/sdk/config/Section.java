package dev.landfall.sdk.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a configuration as a parser gave it, with its path from the root, so that a problem in
 * it is named by the key that a person sees. As the type of a component it stays unbound: a
 * pipeline's {@code sink:} is bound when its connector is known. Immutable, thread-safe.
 *
 * @param path such as {@code sink} or {@code sink.columns}; empty for the root
 * @param values String, Long, Double, Boolean, null, List and Map of these; in the order of the
 *     file
 */
public record Section(String path, Map<String, @Nullable Object> values) {
  public Section {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The whole configuration. */
  public static Section root(Map<String, ? extends @Nullable Object> values) {
    return new Section("", new LinkedHashMap<>(values));
  }

  /** The section under a key, empty if there is none or if it is not one. */
  public Optional<Section> section(String key) {
    return values.get(key) instanceof Map<?, ?> map
        ? Optional.of(new Section(at(key), Node.keyed(map)))
        : Optional.empty();
  }

  /** The text under a key as it is written, empty if there is none or if it is no text. */
  public Optional<String> text(String key) {
    return values.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The same section without one key. */
  public Section without(String key) {
    Map<String, @Nullable Object> rest = new LinkedHashMap<>(values);
    rest.remove(key);
    return new Section(path, rest);
  }

  /** The path of a key of this section. */
  public String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The path and the keys, no values: they may be secret (SI-9). */
  @Override
  public String toString() {
    return path + values.keySet();
  }
}
