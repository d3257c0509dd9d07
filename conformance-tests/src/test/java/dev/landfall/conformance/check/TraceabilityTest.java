package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.grade.Traceability;
import dev.landfall.conformance.model.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules, checks and broken sinks belong together, and the page that says how is not stale. */
class TraceabilityTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void everyRuleOfTheSpecification_isKnownToTheSuite() throws Exception {
    List<String> rules =
        Files.readString(DOCS.resolve("SPEC.md"))
            .lines()
            .filter(line -> line.matches("### [A-Z]+-\\d+ .*"))
            .map(line -> line.split(" ", -1)[1])
            .toList();

    assertThat(rules)
        .containsExactlyInAnyOrderElementsOf(Arrays.stream(Rule.values()).map(Rule::id).toList());
  }

  @Test
  void everyRule_isChecked() {
    assertThat(Rule.values()).allSatisfy(rule -> assertThat(RuleChecks.of(rule)).isNotEmpty());
  }

  @Test
  void page_isNotStale() throws Exception {
    assertThat(DOCS.resolve("traceability.md"))
        .as("made anew by dev.landfall.conformance.grade.Traceability")
        .hasContent(Traceability.page());
  }
}
