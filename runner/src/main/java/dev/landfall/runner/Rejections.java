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
 * OnReject#FAIL} no checkpoint ever covers a rejected record.
 */
final class Rejections implements RejectedRecords {
  static final int SHOWN = 10;

  private final OnReject policy;
  private final Consumer<RejectedRecord> shown;
  private final AtomicLong count = new AtomicLong();
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
    switch (policy) {
      case FAIL -> failure.compareAndSet(null, rejected);
      case SKIP -> {}
    }
  }

  /**
   * For a committer: it meets a record only after its checkpoint is durable, so with {@link
   * OnReject#FAIL} the publication itself must stop before its confirmation.
   */
  RejectedRecords atCommit() {
    return (record, reason) -> {
      reject(record, reason);
      if (policy == OnReject.FAIL) {
        throw new RejectedAtCommitException(record.position() + ": " + reason);
      }
    };
  }

  long count() {
    return count.get();
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
