package dev.landfall.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Notices calls of a sink in which nothing moves. Owned by the coordinator, which asks now and
 * then.
 *
 * <p>A stall is told when it has lasted half of the time that a checkpoint may take, so before the
 * first one fails for it, and again whenever it has doubled. A slow sink that takes record after
 * record is not stalled.
 */
final class StallWatch {
  private final List<Watched> all;
  private final Duration limit;

  StallWatch(List<Pulse> pulses, Duration checkpointTimeout, long nowNanos) {
    this.all = pulses.stream().map(pulse -> new Watched(pulse, nowNanos)).toList();
    this.limit = checkpointTimeout;
  }

  /** Those that are to be told now. */
  List<Stall> look(long nowNanos) {
    List<Stall> stalls = new ArrayList<>();
    for (Watched one : all) {
      if (one.isToBeTold(nowNanos, limit.toNanos() / 2)) {
        stalls.add(one.stall(nowNanos, limit));
      }
    }
    return stalls;
  }

  /** The longest at this moment, told or not. */
  Optional<Stall> longest(long nowNanos) {
    return all.stream()
        .filter(one -> one.pulse.call() != Pulse.Call.NOWHERE)
        .map(one -> one.stall(nowNanos, limit))
        .max(Comparator.comparing(Stall::lasts));
  }

  private static final class Watched {
    private final Pulse pulse;
    private long steps;
    private long sinceNanos;
    private long toldNanos;

    Watched(Pulse pulse, long nowNanos) {
      this.pulse = pulse;
      this.sinceNanos = nowNanos;
    }

    boolean isToBeTold(long nowNanos, long firstNanos) {
      long now = pulse.steps();
      if (now != steps || pulse.call() == Pulse.Call.NOWHERE) {
        steps = now;
        sinceNanos = nowNanos;
        toldNanos = 0;
        return false;
      }
      long lasts = nowNanos - sinceNanos;
      if (lasts < Math.max(firstNanos, 2 * toldNanos)) {
        return false;
      }
      toldNanos = lasts;
      return true;
    }

    Stall stall(long nowNanos, Duration limit) {
      return new Stall(
          pulse.who(), pulse.call().toString(), Duration.ofNanos(nowNanos - sinceNanos), limit);
    }
  }
}
