package dev.landfall.sdk;

import java.util.List;
import java.util.Map;

/**
 * What a reader of the store may observe, declared by each sink mode with its conditions and
 * verified by the conformance suite. Immutable, thread-safe.
 *
 * @param level the most that the mode can give
 * @param reader how a reader must read for it to hold, such as {@code
 *     isolation.level=read_committed}
 * @param conditions what else it rests on, one sentence each
 * @param declared what a reader may observe all the same, each with a sentence in plain words; an
 *     outcome that is not declared here is a failure
 */
public record Guarantee(
    Level level, String reader, List<String> conditions, Map<Weakness, String> declared) {
  public Guarantee {
    conditions = List.copyOf(conditions);
    declared = Map.copyOf(declared);
  }

  /** In rising order. */
  public enum Level {
    /** Records may be lost; what a source that cannot replay allows. */
    AT_MOST_ONCE,
    /** No record is lost; some may be there twice. */
    AT_LEAST_ONCE,
    /** Every record has its effect once. */
    EXACTLY_ONCE;

    /** Whether this level gives what {@code asked} asks for. */
    public boolean covers(Level asked) {
      return compareTo(asked) >= 0;
    }

    /** As written in a pipeline file: {@code exactly-once}. */
    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The outcomes that a mode may declare; which of them a contract lets it declare is fixed in
   * {@code docs/SPEC.md}.
   */
  public enum Weakness {
    /** A late request of a dead instance puts an older value back for good. */
    OLDER_VALUE_STAYS,
    /**
     * Records are repeated after an older checkpoint was restored on purpose ({@code
     * --accept-replay}).
     */
    REPEATED_AFTER_OLDER_RESTORE,
    /** Records are visible before their checkpoint is durable. */
    VISIBLE_BEFORE_DURABLE,
    /** A part of a checkpoint is visible for a while, across writers. */
    PARTLY_VISIBLE_ACROSS_WRITERS,
    /**
     * A part of one committable is visible for a while: whole in each partition of the store, and
     * one partition after the other.
     */
    PARTLY_VISIBLE_ACROSS_PARTITIONS,
    /** A part of one interval is visible for a while, whatever the part. */
    PARTLY_VISIBLE_WITHIN_WRITER,
    /**
     * An older value is seen after a newer one, and is gone by the first checkpoint after recovery.
     */
    OLDER_VALUE_SEEN,
    /**
     * A request of an old instance still takes effect after recovery. In idempotent writing: it
     * undoes what a newer record made; what its successor is about to write as well is only {@link
     * #VISIBLE_BEFORE_DURABLE}.
     */
    EFFECT_OF_OLD_INSTANCE,
    /**
     * Readers or writers are blocked until recovery is done, at most for the store's transaction
     * time-out.
     */
    BLOCKED_UNTIL_RECOVERED,
    /** Leftovers stay until a declared clean-up. */
    LEFTOVERS
  }
}
