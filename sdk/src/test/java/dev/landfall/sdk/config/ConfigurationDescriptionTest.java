package dev.landfall.sdk.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigurationDescriptionTest {
  enum Mode {
    UPSERT,
    APPEND_ONLY
  }

  record Column(@Key("its name in the table") String name) {}

  record Table(
      @Key("the table") String table,
      @Key(value = "how rows get there", defaultValue = "upsert") Mode mode,
      @Key("its password") Optional<Secret> password,
      @Key(value = "which columns", defaultValue = "[]") List<Column> columns,
      @Key(value = "rows of one statement", defaultValue = "100") int batchSize,
      @Key(value = "rejected records", defaultValue = "skip") Rejected rejected) {}

  sealed interface Rejected permits Skip, DeadLetter {}

  record Skip() implements Rejected {}

  record DeadLetter(@Key("where to") Path directory) implements Rejected {}

  private final ConfigurationDescription description = Configurations.describe(Table.class);

  @Test
  void options_sayAllThereIsToKnow() {
    Option name =
        new Option(
            "name", "text", true, Optional.empty(), "its name in the table", List.of(), List.of());
    Option directory =
        new Option("directory", "a path", true, Optional.empty(), "where to", List.of(), List.of());

    assertThat(description.options())
        .containsExactly(
            new Option("table", "text", true, Optional.empty(), "the table", List.of(), List.of()),
            new Option(
                "mode",
                "one of upsert, append-only",
                false,
                Optional.of("upsert"),
                "how rows get there",
                List.of("upsert", "append-only"),
                List.of()),
            new Option(
                "password",
                "a secret as ${env:NAME} or ${file:PATH}",
                false,
                Optional.empty(),
                "its password",
                List.of(),
                List.of()),
            new Option(
                "columns",
                "a list, each a section",
                false,
                Optional.of("[]"),
                "which columns",
                List.of(),
                List.of(name)),
            new Option(
                "batch-size",
                "a whole number",
                false,
                Optional.of("100"),
                "rows of one statement",
                List.of(),
                List.of()),
            new Option(
                "rejected",
                "one of skip, dead-letter",
                false,
                Optional.of("skip"),
                "rejected records",
                List.of("skip", "dead-letter"),
                List.of(
                    new Option(
                        "dead-letter",
                        "a section",
                        false,
                        Optional.empty(),
                        "",
                        List.of(),
                        List.of(directory)))));
  }

  @Test
  void jsonSchema_isClosedAndTyped() {
    Map<String, Object> schema = description.jsonSchema();

    assertThat(schema)
        .containsEntry("$schema", "https://json-schema.org/draft/2020-12/schema")
        .containsEntry("type", "object")
        .containsEntry("required", List.of("table"))
        .containsEntry("additionalProperties", false);
    assertThat(property(schema, "mode"))
        .isEqualTo(
            Map.of(
                "enum", List.of("upsert", "append-only"),
                "description", "how rows get there",
                "default", "upsert"));
    assertThat(property(schema, "columns").get("type")).isEqualTo("array");
    assertThat(property(schema, "password").get("pattern"))
        .isEqualTo("^(\\$\\{(env|file):[^}]+\\})+$");
  }

  private static Map<?, ?> property(Map<String, Object> schema, String key) {
    return (Map<?, ?>) ((Map<?, ?>) schema.get("properties")).get(key);
  }
}
