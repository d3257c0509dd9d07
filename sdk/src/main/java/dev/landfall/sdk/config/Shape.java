package dev.landfall.sdk.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands behind a key: reads it, and says what it is. Immutable, thread-safe.
 *
 * <p>One of {@link Scalar}, {@link ListShape}, {@link MapShape}, {@link RecordShape}, {@link
 * AlternativesShape} and {@link SectionShape}.
 */
sealed interface Shape
    permits Scalar, ListShape, MapShape, RecordShape, AlternativesShape, SectionShape {
  /** The type as a person says it: {@code a whole number}, {@code a list of text}. */
  String written();

  /** The words that are allowed, where it is a closed vocabulary. */
  default List<String> allowed() {
    return List.of();
  }

  /** The keys beneath this one. */
  default List<Option> nested() {
    return List.of();
  }

  /** As a JSON schema, draft 2020-12. */
  Map<String, Object> schema();

  /** The value, empty if a problem was reported instead. */
  Optional<Object> read(Node node, Reading reading);

  /**
   * The value of a default, as {@link Key#defaultValue()} writes it.
   *
   * @throws IllegalArgumentException if it is not one
   */
  Object readDefault(String text);
}
