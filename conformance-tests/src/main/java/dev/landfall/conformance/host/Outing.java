package dev.landfall.conformance.host;

import dev.landfall.conformance.model.History;
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
}
