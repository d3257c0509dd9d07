package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The places that a run is sure to meet, where a client sends in the background: those that all
 * runs without a fault have met. Stateless, thread-safe.
 *
 * <p>Of an event that went differently in two of them, and of writing, the first request of a kind
 * is sure, and no other. A client that waits asks as often as it has to, or not at all: a request
 * that only reads is left out where its event has one that changes something, for the store is the
 * same before that.
 */
final class SurePlaces {
  private SurePlaces() {}

  /**
   * Whether two runs met the same places in the same order. While records are handed over, writers
   * may send side by side: then their order says nothing.
   */
  static boolean areSame(List<Point> one, List<Point> other) {
    return addresses(one, SurePlaces::isInOrder).equals(addresses(other, SurePlaces::isInOrder))
        && Set.copyOf(addresses(one, SurePlaces::isOfWriting))
            .equals(Set.copyOf(addresses(other, SurePlaces::isOfWriting)));
  }

  private static boolean isOfWriting(Point point) {
    return point.phase() == Phase.WRITE;
  }

  private static boolean isInOrder(Point point) {
    return !isOfWriting(point);
  }

  /** Those of a run that it shares with all others. */
  static List<Point> of(List<Point> run, List<List<Point>> others) {
    Map<String, List<String>> shared = byEvent(run);
    Set<String> unsteady = new HashSet<>();
    for (List<Point> other : others) {
      Map<String, List<String>> theirs = byEvent(other);
      shared.forEach(
          (event, met) -> {
            List<String> same = theirs.getOrDefault(event, List.of());
            if (!same.equals(met)) {
              unsteady.add(event);
            }
            met.retainAll(same);
          });
    }
    return run.stream()
        .filter(point -> isShared(point, shared))
        .filter(point -> !onlyAsks(point, run))
        .filter(point -> isFirst(point) || isSteady(point, unsteady))
        .toList();
  }

  private static boolean isShared(Point point, Map<String, List<String>> shared) {
    return shared.getOrDefault(point.at().event(), List.of()).contains(point.at().toString());
  }

  private static boolean isFirst(Point point) {
    return point.at().ordinal() <= 1;
  }

  private static boolean isSteady(Point point, Set<String> unsteady) {
    return !isOfWriting(point) && !unsteady.contains(point.at().event());
  }

  private static boolean onlyAsks(Point point, List<Point> run) {
    return WirePoints.isRead(point)
        && run.stream()
            .filter(other -> other.at().event().equals(point.at().event()))
            .anyMatch(other -> other.access().filter(Access::changes).isPresent());
  }

  private static Map<String, List<String>> byEvent(List<Point> run) {
    Map<String, List<String>> events = new HashMap<>();
    for (Point point : run) {
      events
          .computeIfAbsent(point.at().event(), none -> new ArrayList<>())
          .add(point.at().toString());
    }
    return events;
  }

  private static List<String> addresses(List<Point> run, Predicate<Point> which) {
    return run.stream().filter(which).map(point -> point.at().toString()).toList();
  }
}
