package dev.landfall.conformance.model;

/**
 * One mark in a lane diagram. Immutable, thread-safe.
 *
 * @param step its place in the history of the run, from 1
 * @param lane in which column
 * @param process the start of a host that it belongs to, or 0
 * @param text a few words
 * @param kill whether this is where the fault fired
 */
public record LaneEvent(long step, Lane lane, int process, String text, boolean kill) {
  /** The columns, from left to right. */
  public enum Lane {
    HOST,
    /** The process that meets the fault. */
    OLD_SINK,
    PROXY,
    STORE,
    /** Whichever process came after it. */
    NEW_SINK,
    OBSERVER
  }
}
