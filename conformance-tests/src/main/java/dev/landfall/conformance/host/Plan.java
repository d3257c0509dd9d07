package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.schedule.Schedule;
import java.time.Instant;
import java.util.List;

/**
 * Everything that decides how a run goes: the schedule is the seed. Immutable, thread-safe.
 *
 * @param schedule what the host does
 * @param faults what goes wrong, one after the other
 * @param wake when what was held back, or stood still, goes on
 * @param seed of whatever chance the sink asks for
 * @param start what the wall clock says at first
 */
public record Plan(Schedule schedule, List<Injection> faults, Wake wake, long seed, Instant start) {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  public Plan {
    faults = List.copyOf(faults);
  }

  /** When a ghost or a zombie comes back. */
  public enum Wake {
    /** As soon as the successor has recovered. */
    RECOVERED,
    /** After the successor's first commit. */
    COMMITTED
  }

  /** Nothing goes wrong. */
  public static Plan control(Schedule schedule) {
    return new Plan(schedule, List.of(), Wake.RECOVERED, 1, START);
  }

  /** The same with other faults. */
  public Plan with(List<Injection> newFaults) {
    return new Plan(schedule, newFaults, wake, seed, start);
  }

  /** The same on another schedule. */
  public Plan on(Schedule newSchedule) {
    return new Plan(newSchedule, faults, wake, seed, start);
  }

  /** The same with ghosts and zombies that come back at {@code newWake}. */
  public Plan waking(Wake newWake) {
    return new Plan(schedule, faults, newWake, seed, start);
  }

  /** The same at another time and with other chances: names must not differ (SI-4). */
  public Plan elsewhere() {
    return new Plan(schedule, faults, wake, seed + 1, start.plusSeconds(86_401));
  }

  /** The seed in words: {@code P5;seed=1;K3@C2.commit/Commit#1}. */
  public String token() {
    StringBuilder token = new StringBuilder(schedule.id()).append(";seed=").append(seed);
    if (wake != Wake.RECOVERED) {
      token.append(";wake=").append(wake.name().toLowerCase(java.util.Locale.ROOT));
    }
    faults.forEach(fault -> token.append(';').append(fault));
    return token.toString();
  }
}
