package dev.landfall.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The part of JSON Schema that {@code docs/results.schema.json} uses; a keyword that it does not
 * know is an error, so that the schema says nothing that is not checked.
 */
final class Schema {
  private final JsonNode root;
  private final List<String> problems = new ArrayList<>();

  private Schema(JsonNode root) {
    this.root = root;
  }

  static List<String> problems(JsonNode schema, JsonNode value) {
    Schema check = new Schema(schema);
    check.check(schema, value, "");
    return check.problems;
  }

  private void check(JsonNode schema, JsonNode value, String path) {
    schema
        .properties()
        .forEach(keyword -> check(keyword.getKey(), keyword.getValue(), schema, value, path));
  }

  private void check(String keyword, JsonNode rule, JsonNode schema, JsonNode value, String path) {
    switch (keyword) {
      case "$schema", "$defs", "title", "description" -> {}
      case "$ref" -> check(root.at(rule.asText().substring(1)), value, path);
      case "type" -> require(isType(rule.asText(), value), path, "is no " + rule.asText());
      case "const" -> require(rule.equals(value), path, "is not " + rule);
      case "enum" -> require(contains(rule, value), path, value + " is none of " + rule);
      case "minimum" -> require(value.asLong() >= rule.asLong(), path, "is less than " + rule);
      case "minLength" -> require(value.asText().length() >= rule.asInt(), path, "is too short");
      case "pattern" ->
          require(
              Pattern.compile(rule.asText()).matcher(value.asText()).find(),
              path,
              value + " does not match " + rule);
      case "required" ->
          rule.forEach(key -> require(value.has(key.asText()), path, "lacks " + key));
      case "properties" ->
          rule.properties()
              .forEach(
                  key -> {
                    if (value.has(key.getKey())) {
                      check(key.getValue(), value.get(key.getKey()), path + "/" + key.getKey());
                    }
                  });
      case "additionalProperties" ->
          value
              .properties()
              .forEach(
                  key -> {
                    if (!schema.path("properties").has(key.getKey())) {
                      check(rule, key.getValue(), path + "/" + key.getKey());
                    }
                  });
      case "items" -> {
        for (int i = 0; i < value.size(); i++) {
          check(rule, value.get(i), path + "/" + i);
        }
      }
      default -> throw new IllegalArgumentException("unknown keyword " + keyword);
    }
  }

  private static boolean isType(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  private static boolean contains(JsonNode values, JsonNode value) {
    for (JsonNode one : values) {
      if (one.equals(value)) {
        return true;
      }
    }
    return false;
  }

  private void require(boolean holds, String path, String problem) {
    if (!holds) {
      problems.add(path + " " + problem);
    }
  }
}
