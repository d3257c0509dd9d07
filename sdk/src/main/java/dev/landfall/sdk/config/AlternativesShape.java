package dev.landfall.sdk.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of several records under a sealed interface: the word alone ({@code fail}) where nothing is
 * to be said about it, else {@code dead-letter: { … }}. Immutable, thread-safe.
 *
 * @param byName the records, by their name in kebab case
 */
record AlternativesShape(Map<String, RecordShape> byName) implements Shape {
  static AlternativesShape of(Class<?> type) {
    Map<String, RecordShape> byName = new LinkedHashMap<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      byName.put(Scalars.kebab(permitted.getSimpleName()), RecordShape.of(permitted));
    }
    return new AlternativesShape(byName);
  }

  @Override
  public String written() {
    return "one of " + String.join(", ", byName.keySet());
  }

  @Override
  public List<String> allowed() {
    return List.copyOf(byName.keySet());
  }

  @Override
  public List<Option> nested() {
    return byName.entrySet().stream()
        .filter(entry -> !entry.getValue().nested().isEmpty())
        .map(
            entry ->
                new Option(
                    entry.getKey(),
                    entry.getValue().written(),
                    false,
                    Optional.empty(),
                    "",
                    List.of(),
                    entry.getValue().nested()))
        .toList();
  }

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    byName.forEach((name, shape) -> properties.put(name, shape.schema()));
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("type", "object");
    section.put("properties", properties);
    section.put("minProperties", 1);
    section.put("maxProperties", 1);
    section.put("additionalProperties", false);
    return Map.of("anyOf", List.of(Map.of("enum", allowed()), section));
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (node.value() instanceof String word) {
      return choose(node, word, Map.of(), reading);
    }
    if (node.value() instanceof Map<?, ?> values && values.size() == 1) {
      Map.Entry<?, ?> only = values.entrySet().iterator().next();
      String word = String.valueOf(only.getKey());
      return choose(node, word, only.getValue() == null ? Map.of() : only.getValue(), reading);
    }
    reading.report(node.path(), node.shown(), written(), "name one of them");
    return Optional.empty();
  }

  private Optional<Object> choose(Node node, String word, Object values, Reading reading) {
    RecordShape shape = byName.get(word);
    if (shape == null) {
      reading.report(
          node.path(), Node.quoted(word), written(), NearestName.remedy(word, byName.keySet()));
      return Optional.empty();
    }
    return shape.read(node.child(word, values), reading);
  }

  @Override
  public Object readDefault(String text) {
    RecordShape shape = byName.get(text);
    if (shape == null) {
      throw new IllegalArgumentException("'" + text + "' is not " + written());
    }
    return shape.readDefault("{}");
  }
}
