package dev.landfall.sdk.probe;

import java.util.Locale;

/**
 * What a store can be asked. Each is a claim that holds or does not; how it holds (which answer,
 * for how long) is the value of the {@link Answer}.
 */
public enum Property {
  /** T-1. */
  PREPARED_INVISIBLE("what is prepared is invisible to readers"),
  /** T-2: the process dies. */
  PREPARED_SURVIVES_DISCONNECT("what is prepared survives the end of its connection"),
  /** T-2: the store dies. */
  PREPARED_SURVIVES_KILL("what is prepared survives a kill of the store"),
  /** T-3: the owner is gone. */
  COMMIT_AFTER_OWNER("another connection can commit once the owner is gone"),
  /** T-3: the owner may still be there, half-open or stopped. */
  COMMIT_BESIDE_OWNER("another connection can commit while the owner lives"),
  /** T-3, T-4; the value is the store's answer. */
  SECOND_COMMIT("a second commit does no harm"),
  /** T-5, T-9; the value is the store's answer. */
  COMMIT_AFTER_TIMEOUT("a commit after the time-out is refused"),
  /** T-1, W-1: no reader meets a half. */
  COMMIT_ATOMIC("a commit becomes visible as a whole"),
  /** T-7. */
  FOREIGN_LISTED("listing shows the transactions of others"),
  /** T-8; the value tells for how long, where it does. */
  READERS_NOT_BLOCKED("an open transaction blocks no reader"),
  /** T-8, W-6. */
  FENCING("an old instance can be shut out"),
  /** W-2, W-6. */
  CONDITIONAL_PUT("of several conditional writers of one name, one wins"),
  /** W-5. */
  LIST_AFTER_PUT("what is acknowledged is in the next listing"),
  /** T-7, W-5. */
  LEFTOVERS_LISTED("what a dead process left behind can be found"),
  /** I-1; the value is the window. */
  REPEAT_COUNTS_ONCE("a write that is repeated under one key counts once"),
  /** T-8: the value is how long it takes. */
  HALF_OPEN_ENDED("the store ends the session of a client that fell silent"),
  /** T-1, W-1. */
  DEFAULT_READER_COMMITTED("a reader with default settings sees only what is committed"),
  /** I-2, T-2, W-2. */
  ACKNOWLEDGED_SURVIVES_KILL("what is acknowledged survives a kill of the store");

  private final String claim;

  Property(String claim) {
    this.claim = claim;
  }

  /** The claim in words, for a table. */
  public String claim() {
    return claim;
  }

  /** As written in files: {@code prepared-invisible}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
