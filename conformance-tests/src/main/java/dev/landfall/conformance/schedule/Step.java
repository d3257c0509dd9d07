package dev.landfall.conformance.schedule;

import java.util.Set;

/**
 * One event of a host. Immutable, thread-safe.
 *
 * @param lane which pipeline; 0 but for the schedule with two
 * @param kind what happens
 * @param label the first part of its addresses: {@code S1}, {@code C2}, {@code E}
 * @param amount writers of a start, records a split of a write, minutes of an elapse
 * @param options what is unusual about it
 */
public record Step(int lane, Kind kind, String label, int amount, Set<Option> options) {
  public Step {
    options = Set.copyOf(options);
  }

  /** What a host can do. */
  public enum Kind {
    /** Starts from the newest durable checkpoint, recovers, opens {@code amount} writers. */
    START,
    /** Hands over {@code amount} records of each split. */
    WRITE,
    /** Lets every writer end its interval. */
    BARRIER,
    /** Makes the checkpoint durable. */
    DURABLE,
    /** Gives the checkpoint up; its committables stay pending. */
    FAIL,
    /** Commits everything up to the checkpoint; once more if it had been done. */
    NOTIFY,
    /** The process is killed, as part of the schedule. */
    KILL,
    /** The process ends in good order, and commits nothing. */
    CLOSE,
    /** Time passes. */
    ELAPSE
  }

  /** What may be unusual about a step. */
  public enum Option {
    /** START: from the checkpoint before the newest one. */
    OLDER,
    /** START: from nothing, as with a lost state directory. */
    EMPTY_STATE,
    /** START: duplicates are accepted. */
    ACCEPT_REPLAY,
    /** WRITE: all of one writer's records before the next one's. */
    IN_BLOCKS,
    /** WRITE: one writer gets nothing. */
    ONE_IDLE,
    /** WRITE: everything that is left. */
    ALL,
    /** BARRIER: only the first writer comes as far as this. */
    FIRST_WRITER_ONLY,
    /** BARRIER: the id of the checkpoint leaves a gap. */
    GAP,
    /** START: as a new attempt, without a crash: the former one was closed. */
    NEW_ATTEMPT
  }

  public boolean has(Option option) {
    return options.contains(option);
  }
}
