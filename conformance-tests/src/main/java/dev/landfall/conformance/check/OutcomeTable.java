package dev.landfall.conformance.check;

import static dev.landfall.conformance.check.OutcomeTable.Cell.DECLARED;
import static dev.landfall.conformance.check.OutcomeTable.Cell.NO;
import static dev.landfall.conformance.check.OutcomeTable.Cell.YES;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which outcome a contract allows, which it lets a sink declare, and which it forbids: the table of
 * {@code docs/conformance.md}, as data. Immutable, thread-safe.
 */
public final class OutcomeTable {
  /** One cell. */
  public enum Cell {
    YES,
    /** Only if the sink declares it; then it is reported. */
    DECLARED,
    NO
  }

  private static final Map<Outcome, List<Cell>> CELLS = new EnumMap<>(Outcome.class);

  static {
    // idempotent, write-ahead log (confirmed view), two-phase commit (read committed)
    row(Outcome.LOSS, NO, NO, NO);
    row(Outcome.DUPLICATE, NO, NO, NO);
    row(Outcome.OLDER_VALUE_STAYS, DECLARED, NO, NO);
    row(Outcome.REPEATED_AFTER_OLDER_RESTORE, NO, DECLARED, DECLARED);
    row(Outcome.VISIBLE_BEFORE_DURABLE, DECLARED, NO, NO);
    row(Outcome.PARTLY_VISIBLE_WITHIN_WRITER, DECLARED, NO, NO);
    row(Outcome.PARTLY_VISIBLE_ACROSS_PARTITIONS, DECLARED, NO, DECLARED);
    row(Outcome.PARTLY_VISIBLE_ACROSS_WRITERS, DECLARED, DECLARED, DECLARED);
    row(Outcome.OLDER_VALUE_SEEN, DECLARED, NO, NO);
    row(Outcome.ORDER_CHANGED, NO, NO, NO);
    row(Outcome.CAME_BACK, NO, NO, NO);
    row(Outcome.EFFECT_OF_OLD_INSTANCE, DECLARED, NO, NO);
    row(Outcome.BLOCKED_UNTIL_RECOVERED, NO, NO, DECLARED);
    row(Outcome.BLOCKED_AFTER_RECOVERY, NO, NO, NO);
    row(Outcome.LEFTOVER, NO, DECLARED, NO);
    row(Outcome.NEVER_RECOVERS, NO, NO, NO);
    row(Outcome.UNTRUE_SUCCESS, NO, NO, NO);
    row(Outcome.LOUD_EXPIRY, NO, NO, YES);
    row(Outcome.BREACH, NO, NO, NO);
  }

  private OutcomeTable() {}

  private static void row(Outcome outcome, Cell idempotent, Cell writeAhead, Cell twoPhase) {
    CELLS.put(outcome, List.of(idempotent, writeAhead, twoPhase));
  }

  /** What the contract says about the outcome. */
  public static Cell cell(Outcome outcome, Contract contract) {
    List<Cell> row = CELLS.get(outcome);
    if (row == null) {
      throw new IllegalStateException("no row for " + outcome);
    }
    return switch (contract) {
      case IDEMPOTENT -> row.get(0);
      case WRITE_AHEAD -> row.get(1);
      case TWO_PHASE -> row.get(2);
    };
  }
}
