package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives every place its address and fires the planned faults, one after the other. One thread at a
 * time.
 */
final class Injector {
  private final List<Injection> plan;
  private final List<Point> points = new ArrayList<>();
  private final Map<String, Map<String, Integer>> ordinals = new HashMap<>();
  private int fired;

  Injector(List<Injection> plan) {
    this.plan = List.copyOf(plan);
  }

  Address address(String event, String verb) {
    return new Address(event, verb, next(event, verb));
  }

  private int next(String event, String verb) {
    return ordinals.computeIfAbsent(event, none -> new HashMap<>()).merge(verb, 1, Integer::sum);
  }

  /** A host event that comes again after a restart gets an ordinal, so that it can be named. */
  Address hostEvent(String event) {
    int ordinal = next(event, "");
    return Address.of(ordinal == 1 ? event : event + '~' + ordinal);
  }

  /** The fault that is planned here, if any; a second one waits for the first. */
  Optional<Fault> reach(Point point) {
    points.add(point);
    if (fired < plan.size() && plan.get(fired).at().equals(point.at())) {
      return Optional.of(plan.get(fired++).fault());
    }
    return Optional.empty();
  }

  /** Whether the next fault is planned for an operation of that event. */
  boolean expects(String event) {
    return fired < plan.size()
        && plan.get(fired).at().isOperation()
        && plan.get(fired).at().event().equals(event);
  }

  List<Point> points() {
    return List.copyOf(points);
  }

  int reached() {
    return points.size();
  }

  int fired() {
    return fired;
  }
}
