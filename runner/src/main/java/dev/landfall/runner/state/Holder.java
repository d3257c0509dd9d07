package dev.landfall.runner.state;

import java.time.Instant;

/**
 * Who holds a state directory, as its lease file says. Immutable, thread-safe.
 *
 * @param token of the host instance: no other has it
 * @param process the holding process
 * @param since when it took the state
 * @param until when the lease ends unless it is renewed
 */
public record Holder(String token, HostProcess process, Instant since, Instant until) {
  /** The same holder with a later end. */
  Holder renewed(Instant newUntil) {
    return new Holder(token, process, since, newUntil);
  }

  /**
   * Whether a successor may start without being told to: the lease has run out, or its process is
   * known to be gone. Being wrong here is harmless, for the directory itself fences (HO-11).
   */
  boolean isGone(Instant now) {
    return !now.isBefore(until) || process.isKnownDead();
  }

  @Override
  public String toString() {
    return process + " since " + since + ", lease until " + until;
  }
}
