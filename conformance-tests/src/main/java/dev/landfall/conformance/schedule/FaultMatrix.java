package dev.landfall.conformance.schedule;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Phase;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which fault is injected in which phase of which contract: the table of {@code
 * docs/conformance.md}, as data. Stateless, thread-safe.
 */
public final class FaultMatrix {
  private static final String ALL = "all";
  private static final String TWO = "2PC";
  private static final String WAL = "WAL";
  private static final String BOTH = "2PC WAL";
  private static final String NONE = "";

  private static final List<Set<Fault>> COLUMNS =
      List.of(
          EnumSet.of(Fault.K1),
          EnumSet.of(Fault.K2),
          EnumSet.of(Fault.K3),
          EnumSet.of(Fault.K4),
          EnumSet.of(Fault.K5),
          EnumSet.of(Fault.K6, Fault.K7),
          EnumSet.of(Fault.K8),
          EnumSet.of(Fault.K9),
          EnumSet.of(Fault.K10),
          EnumSet.of(Fault.K11));

  private static final Map<Phase, List<String>> ROWS = new EnumMap<>(Phase.class);

  static {
    ROWS.put(Phase.OPEN, List.of(ALL, NONE, TWO, TWO, ALL, ALL, ALL, ALL, BOTH, NONE));
    ROWS.put(Phase.WRITE, List.of(ALL, ALL, ALL, TWO, ALL, ALL, ALL, ALL, ALL, TWO));
    ROWS.put(Phase.PREPARE, List.of(ALL, WAL, BOTH, TWO, BOTH, ALL, ALL, BOTH, ALL, TWO));
    ROWS.put(Phase.CHECKPOINT, List.of(ALL, NONE, NONE, TWO, NONE, NONE, NONE, ALL, ALL, TWO));
    ROWS.put(Phase.COMMIT, List.of(BOTH, WAL, BOTH, TWO, BOTH, BOTH, BOTH, BOTH, BOTH, TWO));
    ROWS.put(Phase.CONFIRM, List.of(WAL, WAL, WAL, NONE, WAL, WAL, WAL, WAL, WAL, NONE));
    ROWS.put(Phase.ABORT, List.of(BOTH, NONE, TWO, TWO, TWO, TWO, TWO, TWO, NONE, NONE));
    ROWS.put(Phase.RECOVER, List.of(ALL, WAL, BOTH, TWO, ALL, ALL, ALL, ALL, BOTH, TWO));
    ROWS.put(Phase.END, List.of(ALL, NONE, BOTH, TWO, ALL, ALL, ALL, ALL, NONE, NONE));
    ROWS.put(Phase.RESCALE, List.of(ALL, NONE, BOTH, NONE, NONE, NONE, NONE, NONE, BOTH, TWO));
  }

  private FaultMatrix() {}

  /** One cell that is to be run. Immutable, thread-safe. */
  public record Cell(Phase phase, Fault fault) {
    /** As reports and results name it: {@code COMMIT/K1}. */
    @Override
    public String toString() {
      return phase + "/" + fault;
    }
  }

  /** The faults of a phase, in the order in which they are tried. */
  public static Set<Fault> faults(Phase phase, Contract contract) {
    EnumSet<Fault> faults = EnumSet.noneOf(Fault.class);
    List<String> row = ROWS.getOrDefault(phase, List.of());
    for (int column = 0; column < row.size(); column++) {
      if (covers(row.get(column), contract)) {
        faults.addAll(COLUMNS.get(column));
      }
    }
    return faults;
  }

  private static boolean covers(String cell, Contract contract) {
    return switch (contract) {
      case IDEMPOTENT -> cell.equals(ALL);
      case WRITE_AHEAD -> cell.equals(ALL) || cell.contains(WAL);
      case TWO_PHASE -> cell.equals(ALL) || cell.contains(TWO);
    };
  }

  /**
   * The cells that a fault at a place is part of. What an idempotent sink sends at a barrier is its
   * flush, and stands in the row "write, flush" as well: it is the last that anybody does about
   * those records.
   *
   * @param phase of the place
   * @param operation whether a request is on its way there, or only the host does something
   */
  public static Set<Cell> cells(Phase phase, boolean operation, Fault fault, Contract contract) {
    boolean flush = operation && phase == Phase.PREPARE && contract == Contract.IDEMPOTENT;
    Set<Cell> cells = new LinkedHashSet<>();
    for (Phase row : flush ? List.of(phase, Phase.WRITE) : List.of(phase)) {
      if (faults(row, contract).contains(fault)) {
        cells.add(new Cell(row, fault));
      }
    }
    return cells;
  }

  /** Every cell of a contract. */
  public static Set<Cell> cells(Contract contract) {
    Set<Cell> cells = new LinkedHashSet<>();
    for (Phase phase : Phase.values()) {
      faults(phase, contract).forEach(fault -> cells.add(new Cell(phase, fault)));
    }
    return cells;
  }
}
