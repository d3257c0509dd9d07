package dev.landfall.conformance.report;

import dev.landfall.conformance.model.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the rules say, word for word as in {@code docs/SPEC.md}: a report has to be read where that
 * is not at hand. Immutable, thread-safe.
 */
final class RuleTexts {
  /**
   * One rule.
   *
   * @param title a few words
   * @param sentence what MUST be
   */
  record RuleText(String title, String sentence) {}

  private static final String RESOURCE = "rules.txt";
  private static final Map<Rule, RuleText> ALL = read();

  private RuleTexts() {}

  static RuleText of(Rule rule) {
    return ALL.getOrDefault(rule, new RuleText("", ""));
  }

  private static Map<Rule, RuleText> read() {
    Map<Rule, RuleText> texts = new EnumMap<>(Rule.class);
    try (InputStream in = RuleTexts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not in the jar");
      }
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t", -1))
          .forEach(part -> texts.put(Rule.of(part[0]), new RuleText(part[1], part[2])));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE, e);
    }
    return texts;
  }
}
