package dev.landfall.stores;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How one server is started, and when it is ready. Immutable, thread-safe.
 *
 * @param command asked again at each start, so that a cache deleted meanwhile is filled again
 * @param ready is given what the server has logged since this start
 * @param stopSignal the signal for an orderly stop that does not wait for clients
 */
record Launch(
    Supplier<List<String>> command,
    Map<String, String> environment,
    Predicate<String> ready,
    Duration startBound,
    String stopSignal) {
  private static final Duration START_BOUND = Duration.ofSeconds(90);

  static Launch of(Supplier<List<String>> command, String readyLine) {
    return new Launch(command, Map.of(), log -> log.contains(readyLine), START_BOUND, "TERM");
  }

  Launch withEnvironment(Map<String, String> more) {
    return new Launch(command, more, ready, startBound, stopSignal);
  }

  Launch withStopSignal(String signal) {
    return new Launch(command, environment, ready, startBound, signal);
  }
}
