package dev.landfall.stores;

import java.util.List;
import java.util.Map;

/**
 * What a recipe has prepared in a run folder. Immutable, thread-safe.
 *
 * @param launches one per server
 * @param environment what a client needs
 * @param firstStart done once, when all servers are ready for the first time
 * @param whole waits, after each start that leaves all servers alive, until they work as one store
 */
record Plan(
    List<Launch> launches, Map<String, String> environment, Runnable firstStart, Runnable whole) {
  static Plan of(Launch launch, Map<String, String> environment) {
    return new Plan(List.of(launch), environment, () -> {}, () -> {});
  }
}
