package dev.landfall.runner.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The types of the fields: those that the configuration declares, and those that a sample showed.
 * Immutable, thread-safe.
 */
final class Schema {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<LinkedHashMap<String, String>> TEXTS =
      new TypeReference<>() {};

  private final Map<String, Column> declared;
  private final Map<String, ColumnType> inferred;
  private final Map<String, Column> columns;

  private Schema(Map<String, Column> declared, Map<String, ColumnType> inferred) {
    this.declared = declared;
    this.inferred = Collections.unmodifiableMap(inferred);
    this.columns = new LinkedHashMap<>(declared);
    inferred.forEach((name, type) -> columns.putIfAbsent(name, Column.inferred(name, type)));
  }

  /**
   * The declared types.
   *
   * @throws IllegalArgumentException if one is not understood
   */
  static Schema declared(Map<String, String> texts) {
    Map<String, Column> columns = new LinkedHashMap<>();
    texts.forEach((name, text) -> columns.put(name, declaredColumn(name, text)));
    return new Schema(Collections.unmodifiableMap(columns), Map.of());
  }

  private static Column declaredColumn(String name, String text) {
    try {
      return Column.declared(name, text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot use type '" + text + "' of field '" + name + "' in schema: " + e.getMessage(), e);
    }
  }

  /** The same, with types for the fields that are not declared. */
  Schema with(Map<String, ColumnType> types) {
    return new Schema(declared, types);
  }

  /** What is known about a field. */
  Column column(String name) {
    Column column = columns.get(name);
    return column == null ? Column.any(name) : column;
  }

  /** The declared fields. */
  Map<String, Column> declared() {
    return declared;
  }

  /** The inferred types as text, for a checkpoint; a restart goes on with the same ones. */
  String inferredText() {
    Map<String, String> texts = new LinkedHashMap<>();
    inferred.forEach((name, type) -> texts.put(name, type.toString()));
    try {
      return MAPPER.writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of texts is always writable", e);
    }
  }

  /**
   * The same, with the types that {@link #inferredText} wrote.
   *
   * @throws IllegalArgumentException if the text is not one of those
   */
  Schema withInferred(String text) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    try {
      MAPPER
          .readValue(text, TEXTS)
          .forEach((name, type) -> types.put(name, ColumnType.named(type).orElseThrow()));
    } catch (JsonProcessingException | java.util.NoSuchElementException e) {
      throw new IllegalArgumentException("'" + text + "' names no types", e);
    }
    return with(types);
  }
}
