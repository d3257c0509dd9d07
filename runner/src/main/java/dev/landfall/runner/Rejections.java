package dev.landfall.runner;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Decides what follows when a record cannot be written (SI-8). Thread-safe.
 *
 * <p>A record is rejected at the latest in the flush or prepare that covers it; {@link #failure} is
 * looked at after all of these and before a checkpoint becomes durable, so with {@link
 * OnReject.Fail} no checkpoint ever covers a rejected record.
 */
final class Rejections implements RejectedRecords {
  static final int SHOWN = 10;

  private final OnReject policy;
  private final Consumer<RejectedRecord> shown;
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<RejectedRecord> failure = new AtomicReference<>();

  /**
   * Makes the decider.
   *
   * @param shown is given the first {@value #SHOWN}, from any thread
   */
  Rejections(OnReject policy, Consumer<RejectedRecord> shown) {
    this.policy = policy;
    this.shown = shown;
  }

  @Override
  public void reject(SinkRecord record, String reason) {
    reject(new RejectedRecord(record.position(), reason, Optional.empty()));
  }

  void reject(RejectedRecord rejected) {
    if (count.incrementAndGet() <= SHOWN) {
      shown.accept(rejected);
    }
    if (policy instanceof OnReject.Fail) {
      failure.compareAndSet(null, rejected);
    }
  }

  /**
   * For a committer: it meets a record only after its checkpoint is durable, so with {@link
   * OnReject.Fail} the publication itself must stop before its confirmation.
   */
  RejectedRecords atCommit() {
    return (record, reason) -> {
      refused.incrementAndGet();
      reject(record, reason);
      if (policy instanceof OnReject.Fail) {
        throw new RejectedAtCommitException(record.position() + ": " + reason);
      }
    };
  }

  /** Whether what is rejected is put aside, by whoever rejects it. */
  boolean keepsLetters() {
    return policy instanceof OnReject.DeadLetter;
  }

  long count() {
    return count.get();
  }

  /** How many were rejected at commit since the last call: they are in no committed record. */
  long takeRefusedAtCommit() {
    return refused.getAndSet(0);
  }

  /** The first record that ends the run. */
  Optional<RejectedRecord> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Ends a publication. */
  static final class RejectedAtCommitException extends RuntimeException {
    RejectedAtCommitException(String message) {
      super(message);
    }
  }
}
