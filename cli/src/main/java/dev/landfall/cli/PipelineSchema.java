package dev.landfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.plugin.Connector;
import dev.landfall.runner.plugin.InstalledConnectors;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.ConfigurationDescription;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.Option;
import dev.landfall.sdk.source.SourceProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON schema of pipeline files, draft 2020-12, in which each connector's section is an
 * alternative that its {@code type} tells apart. Stateless, thread-safe.
 */
final class PipelineSchema {
  /** Sorted, for the order of a small immutable map differs from one run of a JVM to the next. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private PipelineSchema() {}

  /** The schema as text, the same on every machine. */
  static String text(InstalledConnectors connectors) throws JsonProcessingException {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    return MAPPER.writer(printer).writeValueAsString(tree(connectors));
  }

  /** What a connector binds. */
  static Class<? extends Record> configuration(Connector<?> connector) {
    Object provider = connector.provider();
    return provider instanceof SinkProvider<?> sink
        ? sink.configuration()
        : ((SourceProvider<?>) provider).configuration();
  }

  private static Map<String, Object> tree(InstalledConnectors connectors) {
    ConfigurationDescription pipeline = Configurations.describe(PipelineDefinition.class);
    Map<String, Object> schema = new LinkedHashMap<>(pipeline.jsonSchema());
    schema.put("title", "A Landfall pipeline");
    Map<String, Object> properties = map(schema, "properties");
    describe(properties, pipeline.options());
    properties.put("source", section(connectors.sources(), Map.of()));
    properties.put(
        "sink",
        section(
            connectors.sinks(),
            Map.of(
                "id",
                Map.of(
                    "type",
                    "string",
                    "description",
                    "The sink's name within the pipeline; its type, if absent"))));
    schema.put("properties", properties);
    return schema;
  }

  private static Map<String, Object> section(
      List<? extends Connector<?>> connectors, Map<String, Object> common) {
    List<Object> alternatives = new ArrayList<>();
    for (Connector<?> connector : connectors) {
      alternatives.add(alternative(connector, common));
    }
    return Map.of("anyOf", alternatives);
  }

  private static Map<String, Object> alternative(
      Connector<?> connector, Map<String, Object> common) {
    ConfigurationDescription own = Configurations.describe(configuration(connector));
    Map<String, Object> schema = new LinkedHashMap<>(own.jsonSchema());
    schema.remove("$schema");
    Map<String, Object> type = new LinkedHashMap<>();
    type.put("const", connector.name());
    type.put("description", connector.summary());
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("type", type);
    properties.putAll(common);
    properties.putAll(map(schema, "properties"));
    describe(properties, own.options());
    schema.put("properties", properties);
    List<Object> required = new ArrayList<>(List.of("type"));
    required.addAll((List<?>) schema.getOrDefault("required", List.of()));
    schema.put("required", required);
    return schema;
  }

  /** Puts the line of documentation where an editor shows it. */
  private static void describe(Map<String, Object> properties, List<Option> options) {
    for (Option option : options) {
      Map<String, Object> property = map(properties, option.key());
      if (!option.doc().isEmpty() && !property.isEmpty()) {
        property.put("description", option.doc());
        properties.put(option.key(), property);
      }
    }
  }

  private static Map<String, Object> map(Map<String, Object> tree, String key) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (tree.get(key) instanceof Map<?, ?> found) {
      found.forEach((name, value) -> copy.put(String.valueOf(name), value));
    }
    return copy;
  }
}
