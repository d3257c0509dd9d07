package dev.landfall.sdk;

import java.time.Duration;

/**
 * What became of one committable: a value, never only a log line (T-3, T-4, T-5, T-12).
 *
 * <p>{@link Committed} and {@link AlreadyCommitted} end it well, {@link Lost} and {@link InDoubt}
 * stop the pipeline and tell checkpoint, writer and number of records, {@link RetryLater} keeps it
 * pending. Immutable, thread-safe.
 */
public sealed interface CommitOutcome {
  /** The closed vocabulary, for an exhaustive {@code switch}. */
  enum Kind {
    COMMITTED,
    ALREADY_COMMITTED,
    RETRY_LATER,
    LOST,
    IN_DOUBT
  }

  Kind kind();

  /** Why, in one sentence for a person; empty for {@link Committed}. */
  String explanation();

  /** The store has said so (T-12). */
  static CommitOutcome committed() {
    return Committed.INSTANCE;
  }

  /**
   * An earlier call had committed it (T-4).
   *
   * @param proof what shows it: a confirmation record, the store's transaction state; never only
   *     "not found"
   */
  static CommitOutcome alreadyCommitted(String proof) {
    return new AlreadyCommitted(proof);
  }

  /**
   * Nothing is decided; the host asks again, not before {@code after} has passed, within its own
   * bound.
   *
   * @param reason what stands in the way
   */
  static CommitOutcome retryLater(Duration after, String reason) {
    return new RetryLater(after, reason);
  }

  /** The store proves that the records can never become visible (T-5). */
  static CommitOutcome lost(String reason) {
    return new Lost(reason);
  }

  /**
   * Neither the confirmation record nor the store's transaction state tells (T-4). Nothing may be
   * cleaned up.
   */
  static CommitOutcome inDoubt(String reason) {
    return new InDoubt(reason);
  }

  /** The store has said so (T-12). */
  record Committed() implements CommitOutcome {
    private static final Committed INSTANCE = new Committed();

    @Override
    public Kind kind() {
      return Kind.COMMITTED;
    }

    @Override
    public String explanation() {
      return "";
    }
  }

  /** An earlier call had committed it, by proof (T-4). */
  record AlreadyCommitted(String proof) implements CommitOutcome {
    @Override
    public Kind kind() {
      return Kind.ALREADY_COMMITTED;
    }

    @Override
    public String explanation() {
      return proof;
    }
  }

  /** Nothing is decided; ask again. */
  record RetryLater(Duration after, String reason) implements CommitOutcome {
    public RetryLater {
      if (after.isNegative()) {
        throw new IllegalArgumentException(
            "Cannot retry after " + after + ": expected zero or more");
      }
    }

    @Override
    public Kind kind() {
      return Kind.RETRY_LATER;
    }

    @Override
    public String explanation() {
      return reason;
    }
  }

  /** The records can never become visible (T-5). */
  record Lost(String reason) implements CommitOutcome {
    @Override
    public Kind kind() {
      return Kind.LOST;
    }

    @Override
    public String explanation() {
      return reason;
    }
  }

  /** A commit was sent, or may have been, and nothing tells its result. */
  record InDoubt(String reason) implements CommitOutcome {
    @Override
    public Kind kind() {
      return Kind.IN_DOUBT;
    }

    @Override
    public String explanation() {
      return reason;
    }
  }
}
