package dev.landfall.sdk.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One component of a configuration record and its key. Immutable, thread-safe.
 *
 * @param key in kebab case
 * @param doc one line
 * @param defaultValue what an absent key stands for, as it is written; null without one
 * @param optional whether the component is an {@code Optional}
 * @param shape what stands behind the key
 */
record Component(
    String key, String doc, @Nullable String defaultValue, boolean optional, Shape shape) {
  /**
   * Reads the declaration.
   *
   * @throws IllegalStateException if it is not documented, of an unknown type, or has a default
   *     that is not of its type: an error of its author, found by any test that describes the
   *     record
   */
  static Component of(RecordComponent component) {
    String name = component.getDeclaringRecord().getName() + "." + component.getName();
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      throw new IllegalStateException(
          "Cannot bind " + name + ": no @Key, expected one line about it");
    }
    boolean optional = component.getType() == Optional.class;
    Shape shape = shape(name, optional ? argument(component, 0) : component.getGenericType());
    boolean defaulted = !key.defaultValue().equals(Key.NO_DEFAULT);
    String defaultValue = defaulted ? key.defaultValue() : null;
    Component made =
        new Component(
            Scalars.kebab(component.getName()), key.value(), defaultValue, optional, shape);
    made.requireDefault(name);
    return made;
  }

  boolean required() {
    return !optional && defaultValue == null;
  }

  /** What an absent key stands for. Not for a required one. */
  Object absent() {
    Object value = defaultValue == null ? null : shape.readDefault(defaultValue);
    if (optional) {
      return Optional.ofNullable(value);
    }
    if (value == null) {
      throw new IllegalStateException("Cannot leave out '" + key + "': it is required");
    }
    return value;
  }

  /** The value as the record's constructor takes it, empty if a problem was reported instead. */
  Optional<Object> read(Node node, Reading reading) {
    return shape.read(node, reading).map(value -> optional ? Optional.of(value) : value);
  }

  Option option() {
    return new Option(
        key,
        shape.written(),
        required(),
        Optional.ofNullable(defaultValue),
        doc,
        shape.allowed(),
        shape.nested());
  }

  private void requireDefault(String name) {
    try {
      if (!required()) {
        absent();
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "Cannot bind "
              + name
              + ": the default '"
              + defaultValue
              + "', expected "
              + shape.written(),
          e);
    }
  }

  private static Type argument(RecordComponent component, int index) {
    return ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[index];
  }

  private static Shape shape(String name, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return new ListShape(shape(name, arguments[0]));
      }
      if (generic.getRawType() == Map.class && arguments[0] == String.class) {
        return new MapShape(shape(name, arguments[1]));
      }
    }
    return type instanceof Class<?> plain ? shape(name, plain) : unknown(name, type);
  }

  private static Shape shape(String name, Class<?> type) {
    if (type == Section.class) {
      return new SectionShape();
    }
    if (type.isRecord() && type != DataSize.class) {
      return RecordShape.of(type);
    }
    if (type.isSealed() && type.isInterface()) {
      return AlternativesShape.of(type);
    }
    return Scalars.of(type).orElseGet(() -> unknown(name, type));
  }

  private static Shape unknown(String name, Type type) {
    throw new IllegalStateException(
        "Cannot bind "
            + name
            + ": its type is "
            + type.getTypeName()
            + ", expected text, a number, a boolean, Duration, DataSize, Secret, Path, an enum, a"
            + " record, a sealed interface of records, or List, Map or Optional of these");
  }
}
