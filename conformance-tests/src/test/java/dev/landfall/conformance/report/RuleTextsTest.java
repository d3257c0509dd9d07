package dev.landfall.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RuleTextsTest {
  @ParameterizedTest
  @EnumSource
  void everyRule_saysWhatTheSpecificationSays(Rule rule) throws Exception {
    List<String> specification = Files.readAllLines(Path.of("../docs/SPEC.md"));

    RuleTexts.RuleText text = RuleTexts.of(rule);

    int heading = specification.indexOf("### " + rule.id() + " " + text.title());
    assertThat(heading).as("### " + rule.id() + " " + text.title()).isNotNegative();
    assertThat(text.sentence()).isEqualTo(specification.get(heading + 1));
  }
}
