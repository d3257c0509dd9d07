package dev.landfall.sdk.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What can stand in a configuration, made from its record: {@code landfall plugins describe}, the
 * reference pages and the editor's schema are all printed from this. Immutable, thread-safe.
 */
public final class ConfigurationDescription {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private final RecordShape shape;

  ConfigurationDescription(RecordShape shape) {
    this.shape = shape;
  }

  /** The keys, in the order of declaration. */
  public List<Option> options() {
    return shape.nested();
  }

  /** A JSON schema, draft 2020-12, as a tree of maps, lists and plain values. */
  public Map<String, Object> jsonSchema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", DIALECT);
    schema.putAll(shape.schema());
    return schema;
  }
}
