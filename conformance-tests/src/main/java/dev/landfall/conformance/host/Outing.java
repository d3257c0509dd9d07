package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one run gave. Immutable, thread-safe.
 *
 * @param history what happened
 * @param points every place where a fault could have been injected, in order
 * @param repeats whether the run was cut off because an equal crash state had been run before
 */
public record Outing(History history, List<Point> points, boolean repeats) {
  public Outing {
    points = List.copyOf(points);
  }

  /**
   * A fault that happened.
   *
   * @param point where it struck, which need not be where it was planned
   */
  public record Strike(Point point, Fault fault) {}

  /**
   * Where those stand in the fault matrix, written {@code COMMIT/K3}: each in its phase, and in any
   * other row that the place counts for.
   */
  public Set<String> cells() {
    Set<String> cells = new TreeSet<>();
    for (Strike strike : strikes()) {
      cells.add(new Cell(strike.point().phase(), strike.fault()).toString());
      strike
          .point()
          .cells(strike.fault(), history.header().contract())
          .forEach(cell -> cells.add(cell.toString()));
    }
    return cells;
  }

  /** The faults that happened, in order. */
  public List<Strike> strikes() {
    List<Strike> strikes = new ArrayList<>();
    for (Event event : history.events()) {
      if (event instanceof Event.Injected injected) {
        Injection injection = injected.injection();
        points.stream()
            .filter(point -> point.at().equals(injection.at()))
            .findFirst()
            .ifPresent(point -> strikes.add(new Strike(point, injection.fault())));
      }
    }
    return strikes;
  }
}
