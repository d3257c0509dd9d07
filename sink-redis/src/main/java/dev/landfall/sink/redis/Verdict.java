package dev.landfall.sink.redis;

/** What became of one change. Immutable, thread-safe. */
sealed interface Verdict {
  Verdict WRITTEN = new Written();
  Verdict OLDER = new Older();

  /** It is there. */
  record Written() implements Verdict {}

  /** A version that is as new or newer was there. */
  record Older() implements Verdict {}

  /** It cannot be written at all. */
  record Refused(String reason) implements Verdict {}

  /** It was not written, or nobody knows. */
  record Failed(Fault fault) implements Verdict {}
}
