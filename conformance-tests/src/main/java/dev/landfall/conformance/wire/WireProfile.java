package dev.landfall.conformance.wire;

import java.time.Duration;

/** How much of the matrix is run. */
public enum WireProfile {
  /**
   * A kill at every gap of the brief schedule, ghost, lost reply and zombie at commit, and ten
   * schedules.
   */
  QUICK(Duration.ofSeconds(60)),
  /**
   * Every fault of the matrix at the first operation of each kind, every schedule alone and with a
   * kill at its first, middle and last gap, a second kill in every recovery.
   */
  FULL(Duration.ofMinutes(10));

  private final Duration goal;

  WireProfile(Duration goal) {
    this.goal = goal;
  }

  /** What it is meant to take; coverage wins over time. */
  public Duration goal() {
    return goal;
  }
}
