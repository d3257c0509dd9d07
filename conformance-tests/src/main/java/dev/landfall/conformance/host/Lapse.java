package dev.landfall.conformance.host;

/**
 * One promise that a scripted host breaks, so that the rules for hosts are seen to bite. An honest
 * host has none.
 */
public enum Lapse {
  /** Counts its checkpoints from 1 again at each start (HO-1). */
  COUNTS_FROM_ONE,
  /** Hands the record before a barrier over again after it (HO-2). */
  HANDS_OVER_TWICE,
  /** Hands a record over while the one before it is being written (HO-3). */
  WRITES_FROM_TWO_THREADS,
  /** Commits what a barrier ended before the checkpoint is durable (HO-4). */
  COMMITS_AT_BARRIER,
  /** Forgets the committables of a failed checkpoint (HO-6). */
  DROPS_FAILED,
  /** Commits what only a checkpoint holds that was given up for an older one (HO-6). */
  COMMITS_WHAT_WAS_GIVEN_UP,
  /** Replays two records of a split in the other order (HO-7). */
  SWAPS_AT_REPLAY,
  /** Fences before it commits what was restored (HO-8). */
  FENCES_FIRST,
  /** Ends without a checkpoint for the tail (HO-10). */
  NO_LAST_CHECKPOINT,
  /** Completes a checkpoint though a successor has its lease (HO-11). */
  COMPLETES_WITHOUT_LEASE,
  /** Leaves writers out that have nothing new (HO-12). */
  SKIPS_EMPTY_INTERVALS,
  /** Does not ask whether what a checkpoint promises is still alive (HO-13). */
  ASKS_NOT_WHETHER_ALIVE
}
