package dev.landfall.sink.redis;

import java.util.List;

/**
 * Changes that were sent and whose replies are not read yet. Immutable, thread-safe.
 *
 * @param changes all of them, each key once
 * @param legs to each server
 * @param unsent those that no server was found for
 */
record Flight(List<Change> changes, List<Leg> legs, List<Failure> unsent) {
  /** What one connection carries. */
  record Leg(Link link, List<Request> requests, Link.Ask ask) {}

  /**
   * A change that did not get through.
   *
   * @param company whether it shared its command with others, one of which may be at fault
   */
  record Failure(Change change, Fault fault, boolean company) {
    /** The same trouble of another change. */
    Failure of(Change other) {
      return new Failure(other, fault, company);
    }
  }
}
