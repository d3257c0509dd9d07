package dev.landfall.sdk.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A section with known keys: a configuration record. Immutable, thread-safe.
 *
 * @param constructor the record's canonical one
 * @param components in the order of declaration
 */
record RecordShape(Constructor<?> constructor, List<Component> components) implements Shape {
  static RecordShape of(Class<?> type) {
    RecordComponent[] declared = type.getRecordComponents();
    if (declared == null) {
      throw new IllegalStateException("Cannot bind " + type.getName() + ": it is not a record");
    }
    Class<?>[] types =
        Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true); // a configuration may be nested in a package-private type
      return new RecordShape(constructor, Arrays.stream(declared).map(Component::of).toList());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Cannot bind " + type.getName(), e);
    }
  }

  @Override
  public String written() {
    return "a section";
  }

  @Override
  public List<Option> nested() {
    return components.stream().map(Component::option).toList();
  }

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Component component : components) {
      Map<String, Object> schema = new LinkedHashMap<>(component.shape().schema());
      schema.put("description", component.doc());
      if (component.defaultValue() != null) {
        schema.put("default", component.defaultValue());
      }
      properties.put(component.key(), schema);
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put(
        "required", components.stream().filter(Component::required).map(Component::key).toList());
    schema.put("additionalProperties", false);
    return schema;
  }

  @Override
  public Optional<Object> read(Node node, Reading reading) {
    if (!(node.value() instanceof Map<?, ?> map)) {
      reading.report(node.path(), node.shown(), written(), "write { key: value }");
      return Optional.empty();
    }
    int before = reading.problems().size();
    Map<String, @Nullable Object> values = Node.keyed(map);
    Set<String> meant = refuseUnknown(node, values, reading);
    List<Object> arguments = new ArrayList<>();
    for (Component component : components) {
      Optional.ofNullable(values.get(component.key()))
          .map(value -> component.read(node.child(component.key(), value), reading))
          .orElseGet(() -> absent(node, component, meant, reading))
          .ifPresent(arguments::add);
    }
    return reading.problems().size() > before
        ? Optional.empty()
        : construct(node.path(), arguments, reading);
  }

  private static Optional<Object> absent(
      Node node, Component component, Set<String> meant, Reading reading) {
    if (!component.required()) {
      return Optional.of(component.absent());
    }
    // A key that is only misspelled is one problem, not two.
    if (!meant.contains(component.key())) {
      reading.report(
          node.at(component.key()), "missing", component.shape().written(), component.doc());
    }
    return Optional.empty();
  }

  /** Reports keys that do not exist, without their values (SI-9); returns what they stand for. */
  private Set<String> refuseUnknown(
      Node node, Map<String, @Nullable Object> values, Reading reading) {
    List<String> known = components.stream().map(Component::key).toList();
    List<String> free = known.stream().filter(key -> !values.containsKey(key)).toList();
    Set<String> meant = new HashSet<>();
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        // A key that is already there is not what was meant, unless nothing else is near.
        Optional<String> nearest = NearestName.of(key, free);
        nearest.ifPresent(meant::add);
        reading.report(
            node.at(key),
            "unknown key",
            known.isEmpty() ? "no key here" : "",
            nearest
                .map(name -> "did you mean '" + name + "'?")
                .orElseGet(() -> known.isEmpty() ? "remove it" : NearestName.remedy(key, known)));
      }
    }
    return meant;
  }

  private Optional<Object> construct(String path, List<Object> arguments, Reading reading) {
    try {
      return Optional.of(constructor.newInstance(arguments.toArray()));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        reading.reportRefusal(path, String.valueOf(refused.getMessage()));
        return Optional.empty();
      }
      throw new IllegalStateException(failure(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(failure(), e);
    }
  }

  private String failure() {
    return "Cannot construct "
        + constructor.getDeclaringClass().getName()
        + ", expected an IllegalArgumentException for a value that it refuses";
  }

  @Override
  public Object readDefault(String text) {
    Reading reading = new Reading(References.ofProcess());
    Optional<Object> value =
        text.equals("{}") ? read(new Node("", Map.of()), reading) : Optional.empty();
    return value.orElseThrow(
        () -> new IllegalArgumentException("'" + text + "' does not stand: " + reading.problems()));
  }
}
