package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import java.util.ArrayList;
import java.util.List;

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
