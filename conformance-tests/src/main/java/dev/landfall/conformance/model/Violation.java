package dev.landfall.conformance.model;

/**
 * One broken promise. Immutable, thread-safe.
 *
 * @param rule which one
 * @param outcome what a reader or operator meets
 * @param checkpoint the checkpoint concerned, or 0 if none is
 * @param writer the writer or interval concerned, or empty
 * @param record the first wrong record, or empty
 * @param message one sentence: what happened, where, and what was expected
 */
public record Violation(
    Rule rule, Outcome outcome, long checkpoint, String writer, String record, String message) {
  /** The whole of it in one line. */
  @Override
  public String toString() {
    return rule
        + " "
        + outcome.meaning()
        + (checkpoint > 0 ? ", checkpoint " + checkpoint : "")
        + (writer.isEmpty() ? "" : ", " + writer)
        + (record.isEmpty() ? "" : ", first wrong record " + record)
        + ": "
        + message;
  }
}
