package dev.landfall.sdk.host;

/**
 * What to do when the store is ahead of the restored checkpoint, so that a replay would repeat
 * records, or has forgotten what was committed before it (HO-15).
 */
public enum ReplayPolicy {
  /** Do not start. */
  REFUSE,
  /**
   * A person has accepted that records will be repeated or stay missing ({@code --accept-replay}).
   */
  ACCEPT
}
