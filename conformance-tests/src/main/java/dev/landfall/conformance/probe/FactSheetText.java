package dev.landfall.conformance.probe;

import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.probe.Answer.Holds;
import java.util.Locale;

/** Writes a fact sheet for a terminal, and as Markdown. Stateless, thread-safe. */
public final class FactSheetText {
  private static final int WIDTH = 100;
  private static final int MARGIN = 11;

  private FactSheetText() {}

  /** One block a property; the evidence of what does not hold is beside it. */
  public static String terminal(FactSheet sheet) {
    StringBuilder text = new StringBuilder(sheet.store()).append("\n\n");
    for (Fact fact : sheet.facts()) {
      text.append(String.format("%-" + MARGIN + "s", fact.answer().holds().word()));
      text.append(fact.property().claim());
      text.append("  [").append(Needs.of(fact.property())).append("]\n");
      wrap(text, fact.answer().value());
      if (fact.answer().holds() == Holds.NO) {
        fact.answer().evidence().forEach(line -> wrap(text, "  " + line));
      }
    }
    text.append('\n');
    for (Carried carried : sheet.carried()) {
      text.append(carried.contract().word()).append(": ");
      text.append(word(carried.verdict())).append('\n');
      wrap(text, carried.why());
    }
    return text.toString();
  }

  private static void wrap(StringBuilder text, String value) {
    String rest = value;
    while (!rest.isEmpty()) {
      int end = Math.min(rest.length(), WIDTH - MARGIN);
      int blank = end < rest.length() ? rest.lastIndexOf(' ', end) : end;
      end = blank > 2 ? blank : end;
      text.append(" ".repeat(MARGIN)).append(rest, 0, end).append('\n');
      rest = rest.substring(end).stripLeading();
    }
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "can be carried";
      case FAIL -> "cannot be carried";
      case UNKNOWN -> "not known";
    };
  }

  /** The layout of {@code fact-sheet.md}: the table, then the evidence of every line. */
  public static String markdown(FactSheet sheet) {
    StringBuilder text = new StringBuilder("# Fact sheet\n\n");
    text.append("Store: ").append(cell(sheet.store())).append("\n\n");
    text.append("| contract | can the store carry it? | why |\n| --- | --- | --- |\n");
    for (Carried carried : sheet.carried()) {
      text.append("| ").append(carried.contract().word());
      text.append(" | ").append(word(carried.verdict()));
      text.append(" | ").append(cell(carried.why())).append(" |\n");
    }
    text.append("\n| property | holds | how | needed by |\n| --- | --- | --- | --- |\n");
    for (Fact fact : sheet.facts()) {
      text.append("| ").append(fact.property().claim());
      text.append(" | ").append(fact.answer().holds().word());
      text.append(" | ").append(cell(fact.answer().value()));
      text.append(" | ").append(Needs.of(fact.property())).append(" |\n");
    }
    text.append("\n## Evidence\n");
    text.append(
        "\n"
            + "`>` was sent, `<` came back, `--` happened beside the wire; in front stands the"
            + " connection.\n");
    for (Fact fact : sheet.facts()) {
      if (!fact.answer().evidence().isEmpty()) {
        text.append("\n### ").append(capital(fact.property().claim()));
        text.append(": ").append(fact.answer().holds().word());
        text.append(" (").append(fact.millis()).append(" ms)\n\n");
        // Indented, not fenced: nothing that a store answers can end the block.
        fact.answer().evidence().forEach(line -> text.append("    ").append(line).append('\n'));
      }
    }
    return text.toString();
  }

  private static String capital(String claim) {
    return claim.substring(0, 1).toUpperCase(Locale.ROOT) + claim.substring(1);
  }

  private static String cell(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("_", "\\_")
        .replace("`", "\\`");
  }
}
