package dev.landfall.conformance.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Locks that readers wait for. A lock ends with its session, which a dead client's need not do; one
 * that says whose it is ends with a fence as well. One thread at a time.
 */
final class Locks {
  private final Map<Long, Optional<Holder>> bySession = new LinkedHashMap<>();

  /** Whose a lock is: two starts may have chosen one generation, so the process counts as well. */
  record Holder(Owner owner, String instance) {}

  void take(long session, Optional<Holder> holder) {
    bySession.put(session, holder);
  }

  void release(long session) {
    bySession.remove(session);
  }

  /** Ends the locks of holders that are fenced by now. */
  void fence(Predicate<Holder> isFenced) {
    bySession.values().removeIf(holder -> holder.filter(isFenced).isPresent());
  }

  void restart() {
    bySession.clear();
  }

  boolean isAnyHeld() {
    return !bySession.isEmpty();
  }

  @Override
  public String toString() {
    return bySession.toString();
  }
}
