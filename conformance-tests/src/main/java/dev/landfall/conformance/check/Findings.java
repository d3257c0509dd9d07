package dev.landfall.conformance.check;

import dev.landfall.conformance.check.OutcomeTable.Cell;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what the watches find, and asks the outcome table about each. One thread at a time. */
final class Findings {
  private final Header header;
  private final List<Violation> violations = new ArrayList<>();
  private final Set<String> reported = new HashSet<>();
  private final Set<Outcome> declared = EnumSet.noneOf(Outcome.class);

  Findings(Header header) {
    this.header = header;
  }

  /**
   * An outcome was seen; whether it breaks the promise is the table's to say.
   *
   * @return whether it does
   */
  boolean saw(
      Rule rule, Outcome outcome, long checkpoint, String writer, String record, String message) {
    switch (OutcomeTable.cell(outcome, header.contract())) {
      case YES -> {
        return false;
      }
      case DECLARED -> {
        if (outcome.weakness().filter(header.declared()::contains).isPresent()) {
          declared.add(outcome);
          return false;
        }
      }
      case NO -> {}
    }
    String remedy =
        outcome
            .weakness()
            .filter(one -> OutcomeTable.cell(outcome, header.contract()) == Cell.DECLARED)
            .map(one -> " (a sink may declare " + one + ")")
            .orElse("");
    // The first wrong record tells the story; the others of the same rule and outcome repeat it.
    if (reported.add(rule + " " + outcome)) {
      violations.add(new Violation(rule, outcome, checkpoint, writer, record, message + remedy));
    }
    return true;
  }

  List<Violation> violations() {
    return violations;
  }

  Set<Outcome> declared() {
    return declared;
  }
}
