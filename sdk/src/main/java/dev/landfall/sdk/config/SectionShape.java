package dev.landfall.sdk.config;

import java.util.Map;
import java.util.Optional;

/** A section that is bound later, by whom it belongs to. Immutable, thread-safe. */
record SectionShape() implements Shape {
  @Override
  public String written() {
    return "a section";
  }

  @Override
  public Map<String, Object> schema() {
    return Map.of("type", "object");
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (node.value() instanceof Map<?, ?> values) {
      return Optional.of(new Section(node.path(), Node.keyed(values)));
    }
    reading.report(node.path(), node.shown(), written(), "write { key: value }");
    return Optional.empty();
  }

  @Override
  public Object readDefault(String text) {
    throw new IllegalArgumentException("a section that is bound later has no default");
  }
}
