package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Outing.Strike;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.wire.WirePoints.Planned;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which cells of the fault matrix a sink on its store has, where they are, and which of them have
 * been run. One thread at a time.
 *
 * <p>A cell is there if any run has met a place for it. A run without a fault is the better witness
 * of a place; behind a fault lie those of a failure's clean-up, which no other run has. A cell
 * without a place is absent, and why is said in a few words: nothing is left out in silence. So is
 * one whose only places lay behind faults, where a client that works in the background sent
 * something by chance, and not again.
 */
final class CellBook {
  /** How often a cell is tried for, in each way of coming there. */
  private static final int MOST_PLACES = 3;

  /** In which order the runs behind a fault are trusted to come the same way again. */
  private static final List<Fault> STEADY = List.of(Fault.K1, Fault.K8, Fault.K5, Fault.K2);

  private final Contract contract;
  private final StoreDriver driver;
  private final WirePoints points;
  private final Map<Cell, Map<Integer, List<Planned>>> places = new LinkedHashMap<>();
  private final Set<Cell> met = new LinkedHashSet<>();
  private final Set<Cell> reached = new LinkedHashSet<>();
  private final Set<Cell> withoutFault = new LinkedHashSet<>();
  private final Map<Cell, Integer> triedInVain = new LinkedHashMap<>();
  private final Set<Phase> phases = EnumSet.noneOf(Phase.class);
  private final Set<Phase> withRequests = EnumSet.noneOf(Phase.class);

  CellBook(Contract contract, StoreDriver driver, WirePoints points) {
    this.contract = contract;
    this.driver = driver;
    this.points = points;
  }

  /** A run of that plan meets these, behind its own fault if it has one. */
  void meets(Plan plan, List<Point> places) {
    for (Point point : places) {
      if (!WirePoints.isLastStart(point)) {
        phases.addAll(rows(point));
        if (point.at().isOperation()) {
          withRequests.addAll(rows(point));
        }
      }
    }
    for (Fault fault : Fault.values()) {
      for (Point point : points.firstOfEachKind(places, fault)) {
        point.cells(fault, contract).forEach(cell -> add(cell, plan, fault, point));
      }
    }
  }

  /** The rows of the matrix that a place stands in. */
  private List<Phase> rows(Point point) {
    return point.cells(Fault.K1, contract).stream().map(Cell::phase).toList();
  }

  private void add(Cell cell, Plan plan, Fault fault, Point point) {
    met.add(cell);
    if (plan.faults().isEmpty()) {
      withoutFault.add(cell);
    }
    List<Injection> faults = new ArrayList<>(plan.faults());
    faults.add(new Injection(fault, point.at()));
    List<Planned> same =
        places
            .computeIfAbsent(cell, none -> new TreeMap<>())
            .computeIfAbsent(distance(plan), none -> new ArrayList<>());
    if (same.size() < MOST_PLACES) {
      same.add(new Planned(plan.with(faults), false));
    }
  }

  private static int distance(Plan plan) {
    if (plan.faults().isEmpty()) {
      return 0;
    }
    int steady = STEADY.indexOf(plan.faults().get(0).fault());
    return steady < 0 ? STEADY.size() + 1 : steady + 1;
  }

  /** A fault has happened there, in a run that says something. */
  void struck(Strike strike) {
    reached.addAll(strike.point().cells(strike.fault(), contract));
  }

  Set<Cell> reached() {
    return Set.copyOf(reached);
  }

  /** Every cell that some run has met, and those reached. */
  Set<Cell> defined() {
    Set<Cell> defined = new LinkedHashSet<>(FaultMatrix.cells(contract));
    defined.removeAll(absent().keySet());
    return defined;
  }

  /** A run for a cell. Immutable. */
  record Sought(Cell cell, Planned run) {}

  /** A cell that no run has reached, at the next place for it; empty if there is none. */
  Optional<Sought> next(boolean slowToo) {
    for (Cell cell : places.keySet()) {
      Optional<List<Planned>> left = left(cell);
      if (!reached.contains(cell) && left.isPresent()) {
        if (slowToo || !left.get().get(0).isSlow()) {
          return Optional.of(new Sought(cell, left.get().remove(0)));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the cell is still to be reached, and there is a place left where it may be. */
  boolean hasMore(Cell cell) {
    return !reached.contains(cell) && left(cell).isPresent();
  }

  /**
   * No run for the cell has come to a place for it.
   *
   * @return whether it is absent for that: if no run without a fault ever met one
   */
  boolean countsAsAbsent(Cell cell, int runs) {
    if (withoutFault.contains(cell)) {
      return false;
    }
    triedInVain.put(cell, runs);
    return true;
  }

  private Optional<List<Planned>> left(Cell cell) {
    return places.getOrDefault(cell, Map.of()).values().stream()
        .filter(left -> !left.isEmpty())
        .findFirst();
  }

  /** The cells that this sink and its store do not have, each with the reason. */
  Map<Cell, String> absent() {
    Map<Cell, String> absent = new LinkedHashMap<>();
    for (Cell cell : FaultMatrix.cells(contract)) {
      if (reached.contains(cell)) {
        continue;
      }
      Integer runs = triedInVain.get(cell);
      if (runs != null) {
        absent.put(cell, "met by chance behind a fault, and in none of " + runs + " more runs");
      } else if (!met.contains(cell)) {
        whyAbsent(cell).ifPresent(why -> absent.put(cell, why));
      }
    }
    return absent;
  }

  /** Empty where nothing explains it: then the cell is one that was left out. */
  private Optional<String> whyAbsent(Cell cell) {
    Fault fault = cell.fault();
    if (fault == Fault.K9 && !driver.restarts()) {
      return Optional.of("the store is not ours to kill");
    } else if (fault == Fault.K11 && driver.transactionTimeout().isZero()) {
      return Optional.of("no time-out of the store within a run");
    } else if (!phases.contains(cell.phase())) {
      return Optional.of("never happens");
    } else if (fault.needsRequest() && !withRequests.contains(cell.phase())) {
      return Optional.of("no request");
    } else if (fault == Fault.K8) {
      return Optional.of("no error that the store could give there");
    }
    return Optional.empty();
  }
}
