package dev.landfall.sdk.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values under keys that a person chooses, in the order of the file. Immutable, thread-safe.
 *
 * @param value what each of them is
 */
record MapShape(Shape value) implements Shape {
  @Override
  public String written() {
    return "a section of keys of your own, each " + value.written();
  }

  @Override
  public List<String> allowed() {
    return value.allowed();
  }

  @Override
  public List<Option> nested() {
    return value.nested();
  }

  @Override
  public Map<String, Object> schema() {
    return Map.of("type", "object", "additionalProperties", value.schema());
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (!(node.value() instanceof Map<?, ?> values)) {
      reading.report(node.path(), node.shown(), written(), "write { key: value }");
      return Optional.empty();
    }
    int before = reading.problems().size();
    Map<String, Object> read = new LinkedHashMap<>();
    Node.keyed(values)
        .forEach(
            (key, child) -> {
              if (child == null) {
                reading.report(node.at(key), "nothing", value.written(), "");
              } else {
                value.read(node.child(key, child), reading).ifPresent(it -> read.put(key, it));
              }
            });
    return reading.problems().size() > before
        ? Optional.empty()
        : Optional.of(Collections.unmodifiableMap(read));
  }

  @Override
  public Object readDefault(String text) {
    if (!text.equals("{}")) {
      throw new IllegalArgumentException("'" + text + "' cannot be a default, expected {}");
    }
    return Map.of();
  }
}
