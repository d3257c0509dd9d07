package dev.landfall.sdk.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values in order; a single one of a scalar needs no brackets. Immutable, thread-safe.
 *
 * @param element what each of them is
 */
record ListShape(Shape element) implements Shape {
  @Override
  public String written() {
    return element instanceof Scalar
        ? element.written() + ", or a list of such"
        : "a list, each " + element.written();
  }

  @Override
  public List<String> allowed() {
    return element.allowed();
  }

  @Override
  public List<Option> nested() {
    return element.nested();
  }

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> list = Map.of("type", "array", "items", element.schema());
    return element instanceof Scalar ? Map.of("anyOf", List.of(element.schema(), list)) : list;
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (element instanceof Scalar && !(node.value() instanceof Collection)) {
      return element.read(node, reading).map(List::of);
    }
    if (!(node.value() instanceof List<?> values)) {
      reading.report(node.path(), node.shown(), written(), "write [ … ], with one element or more");
      return Optional.empty();
    }
    int before = reading.problems().size();
    List<Object> read = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value == null) {
        reading.report(node.path() + "[" + i + "]", "nothing", element.written(), "");
      } else {
        element.read(node.element(i, value), reading).ifPresent(read::add);
      }
    }
    return reading.problems().size() > before ? Optional.empty() : Optional.of(List.copyOf(read));
  }

  @Override
  public Object readDefault(String text) {
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new IllegalArgumentException("'" + text + "' is not a list, expected [a, b]");
    }
    return Arrays.stream(text.substring(1, text.length() - 1).split(",", -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .map(element::readDefault)
        .toList();
  }
}
