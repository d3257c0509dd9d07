package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every place its address and fires the planned faults, one after the other. One thread at a
 * time.
 *
 * <p>A client that sends in the background may send a request one event later than it did when the
 * faults were planned. On the wire a fault whose event went by therefore strikes the next request
 * of its kind; what is written down is where it struck.
 */
final class Injector {
  private final List<Injection> plan;
  private final List<Point> points = new ArrayList<>();
  private final Map<String, Map<String, Integer>> ordinals = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final Subject.Reach reach;
  private int fired;

  Injector(List<Injection> plan, Subject.Reach reach) {
    this.plan = List.copyOf(plan);
    this.reach = reach;
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
    begun.add(point.at().event());
    if (fired < plan.size() && isDue(plan.get(fired).at(), point.at())) {
      return Optional.of(plan.get(fired++).fault());
    }
    return Optional.empty();
  }

  private boolean isDue(Address planned, Address at) {
    return planned.equals(at) || (reach == Subject.Reach.WIRE && isLate(planned, at));
  }

  private boolean isLate(Address planned, Address at) {
    return planned.isOperation()
        && planned.verb().equals(at.verb())
        && !planned.event().equals(at.event())
        && begun.contains(planned.event());
  }

  /** The host is done with that event, whether or not a request was met in it. */
  void over(String event) {
    begun.add(event);
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
