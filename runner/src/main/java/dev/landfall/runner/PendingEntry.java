package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.host.Pending;
import java.util.List;
import java.util.Optional;

/**
 * Something that waits for a commit or an abort, with what the state directory says about it.
 * Immutable, thread-safe.
 *
 * @param entry what it is called and how old it is
 * @param place where it was found
 * @param named the committable of the newest retained checkpoint that names it
 * @param checkpoints every retained checkpoint that names it, newest first
 * @param remark what a person should know beside it; empty for most
 */
public record PendingEntry(
    StoreEntry entry,
    Place place,
    Optional<Pending> named,
    List<CheckpointId> checkpoints,
    String remark) {
  /** Where it was found. */
  public enum Place {
    /** In the store: prepared or open. */
    STORE,
    /** In the store, and no longer what was prepared: a start ends with exit code 5. */
    DAMAGED,
    /** In the state directory alone: a sealed segment whose records are yet to be published. */
    LOG,
    /** A checkpoint names it, and its records are visible: a start finds that out. */
    VISIBLE,
    /** A checkpoint names it, and nothing is there any more: a start ends with exit code 5. */
    GONE
  }

  public PendingEntry {
    checkpoints = List.copyOf(checkpoints);
  }

  /** The same, found to be no longer what was prepared. */
  PendingEntry damaged(String reason) {
    return new PendingEntry(entry, Place.DAMAGED, named, checkpoints, reason);
  }

  /** Whether the store has it, sound or not. */
  public boolean isInStore() {
    return place == Place.STORE || place == Place.DAMAGED;
  }

  /** Whether a durable checkpoint counts on it: the next start commits it. */
  public boolean isNamed() {
    return !checkpoints.isEmpty();
  }

  /** The interval whose records it holds, by the checkpoint's word or the store's. */
  public Optional<IntervalId> interval() {
    return named.map(one -> one.committable().interval()).or(entry::interval);
  }

  /** How many records it holds, for a person. */
  public String records() {
    return named.map(one -> one.committable().records() + " records").orElse("its records");
  }
}
