package dev.landfall.sdk.host;

/**
 * What a call of the committer driver made visible. Immutable, thread-safe.
 *
 * @param committed committables that this call committed
 * @param alreadyCommitted committables that an earlier call had committed, by proof (T-4)
 * @param records records in both
 */
public record CommitReport(int committed, int alreadyCommitted, long records) {
  static final CommitReport NOTHING = new CommitReport(0, 0, 0);
}
