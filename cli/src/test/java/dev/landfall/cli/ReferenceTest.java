package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.runner.plugin.InstalledConnectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages in {@code docs/reference} say what the code reads. */
class ReferenceTest {
  private static final Path PAGES = Path.of("../docs/reference");
  private static final String STALE = "run './landfall reference docs/reference' and commit";

  @Test
  void pages_areWhatTheCodeReads() throws Exception {
    for (Map.Entry<String, String> file : files().entrySet()) {
      assertThat(PAGES.resolve(file.getKey())).as(STALE).exists();
      assertThat(Files.readString(PAGES.resolve(file.getKey())))
          .as("%s: %s", file.getKey(), STALE)
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void pages_ofConnectorsThatAreGone_areGone() throws Exception {
    try (Stream<Path> pages = Files.list(PAGES)) {
      assertThat(pages.map(page -> page.getFileName().toString()).toList())
          .containsExactlyInAnyOrderElementsOf(files().keySet());
    }
  }

  @Test
  void schema_offersEachConnectorWithItsKeys() throws Exception {
    JsonNode schema = new JsonMapper().readTree(files().get("pipeline.schema.json"));

    assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
    JsonNode kafka = alternative(schema, "sink", "kafka");
    assertThat(kafka.path("properties").has("bootstrap-servers")).isTrue();
    assertThat(kafka.path("properties").has("id")).isTrue();
    assertThat(kafka.path("properties").path("topic").path("description").asText()).isNotEmpty();
    assertThat(alternative(schema, "source", "file").path("properties").has("path")).isTrue();
  }

  @Test
  void examples_nameTheSchema() throws Exception {
    try (Stream<Path> examples = Files.list(Path.of("../examples"))) {
      List<Path> files = examples.filter(file -> file.toString().endsWith(".yaml")).toList();
      assertThat(files).isNotEmpty();
      for (Path file : files) {
        assertThat(Files.readAllLines(file).get(0))
            .as(file.toString())
            .isEqualTo("# yaml-language-server: $schema=../docs/reference/pipeline.schema.json");
      }
    }
  }

  private static JsonNode alternative(JsonNode schema, String section, String type) {
    for (JsonNode one : schema.path("properties").path(section).path("anyOf")) {
      if (one.path("properties").path("type").path("const").asText().equals(type)) {
        return one;
      }
    }
    throw new AssertionError("no " + type + " in " + schema);
  }

  private static Map<String, String> files() throws Exception {
    try (InstalledConnectors own =
        InstalledConnectors.load(ReferenceTest.class.getClassLoader(), List.of())) {
      return Reference.files(own);
    }
  }
}
