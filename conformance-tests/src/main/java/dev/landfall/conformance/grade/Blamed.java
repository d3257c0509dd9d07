package dev.landfall.conformance.grade;

import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the suite did on a sink that keeps every promise. Immutable, thread-safe.
 *
 * @param name which sink
 * @param runs how many runs were judged
 * @param repeats how many came to a crash state that had been gone on from
 * @param cellsRun cells of the fault matrix in which a fault was injected
 * @param cellsDefined cells that the matrix has for its contract
 * @param blame what it was blamed for, wrongly; with the token of the run
 * @param millis how long it took
 */
record Blamed(
    String name,
    long runs,
    long repeats,
    Set<Cell> cellsRun,
    Set<Cell> cellsDefined,
    List<String> blame,
    long millis) {
  Blamed {
    blame = List.copyOf(blame);
    cellsRun = Set.copyOf(cellsRun);
    cellsDefined = Set.copyOf(cellsDefined);
  }

  /** Adds up what was explored in parts, in the order of the first part of each sink. */
  static List<Blamed> bySink(List<Blamed> parts) {
    Map<String, Blamed> whole = new LinkedHashMap<>();
    parts.forEach(part -> whole.merge(part.name, part, Blamed::and));
    return List.copyOf(whole.values());
  }

  /** What the matrix asks for and no schedule gave occasion to, in a fixed order. */
  List<String> cellsNotReached() {
    return cellsDefined.stream()
        .filter(cell -> !cellsRun.contains(cell))
        .map(cell -> cell.phase().word() + " " + cell.fault())
        .sorted()
        .toList();
  }

  private Blamed and(Blamed other) {
    Set<Cell> cells = new HashSet<>(cellsRun);
    cells.addAll(other.cellsRun);
    List<String> all = new ArrayList<>(blame);
    all.addAll(other.blame);
    return new Blamed(
        name,
        runs + other.runs,
        repeats + other.repeats,
        cells,
        cellsDefined,
        all,
        millis + other.millis);
  }
}
