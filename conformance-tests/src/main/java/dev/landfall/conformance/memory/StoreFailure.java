package dev.landfall.conformance.memory;

/** The store, or the way to it, failed a request. */
final class StoreFailure extends Exception {
  /** What a client can tell apart. */
  enum Kind {
    /** No reply will come; the request may have been carried out. */
    CONNECTION_LOST,
    /** No reply came in time; the request may still be carried out. */
    TIMEOUT,
    /** Try again later: throttling, a deadlock, memory. */
    BUSY,
    /** No more transactions, connections or space: what is pending has to end first. */
    EXHAUSTED,
    /** A newer generation has taken over. */
    FENCED,
    /** A condition does not hold: the name is taken. */
    CONFLICT,
    /** There is no such thing, or it is not in the state that the request needs. */
    NO_SUCH,
    /** The record itself is refused. */
    REFUSED
  }

  private final Kind kind;

  StoreFailure(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** Whether the request may have been carried out all the same. */
  boolean isUndecided() {
    return kind == Kind.CONNECTION_LOST || kind == Kind.TIMEOUT;
  }
}
