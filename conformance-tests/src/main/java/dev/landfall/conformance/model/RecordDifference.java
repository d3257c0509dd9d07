package dev.landfall.conformance.model;

/**
 * A record whose number of copies, or a key whose value, is not what the schedule asked for.
 * Immutable, thread-safe.
 *
 * @param record {@code split:offset}, or the key in a keyed view
 * @param expected what a reader had to see, such as {@code 1 copy} or {@code s0:13}
 * @param seen what a reader saw at the end of the run
 */
public record RecordDifference(String record, String expected, String seen) {}
