package dev.landfall.flink;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what follows when a record cannot be written (SI-8). Thread-safe.
 *
 * <p>A record is rejected at the latest in the flush or prepare that covers it; the writer looks
 * after each of these, so with {@link OnRejected#FAIL} no checkpoint ever covers a rejected record.
 */
final class Rejections implements RejectedRecords {
  private static final Logger LOG = LoggerFactory.getLogger(Rejections.class);
  private static final int LOGGED = 10;

  private final OnRejected policy;
  private final Runnable counter;
  private int count;
  private volatile String first = "";

  /**
   * Makes the decider.
   *
   * @param counter is called for each rejected record, by one thread at a time
   */
  Rejections(OnRejected policy, Runnable counter) {
    this.policy = policy;
    this.counter = counter;
  }

  @Override
  public synchronized void reject(SinkRecord record, String reason) {
    counter.run();
    String message = message(record, reason);
    switch (policy) {
      case FAIL -> first = first.isEmpty() ? message : first;
      case SKIP -> log(message);
    }
  }

  private void log(String message) {
    count++;
    if (count <= LOGGED) {
      LOG.warn("{}; it is left out ({} of at most {} that are logged)", message, count, LOGGED);
    }
  }

  private static String message(SinkRecord record, String reason) {
    return "Cannot write the record " + record.key() + " at " + record.position() + ": " + reason;
  }

  /**
   * For a committer: it meets a record only after its checkpoint is durable, so with {@link
   * OnRejected#FAIL} the publication itself must stop before its confirmation.
   */
  RejectedRecords atCommit() {
    return (record, reason) -> {
      reject(record, reason);
      if (policy == OnRejected.FAIL) {
        throw new RejectedAtCommitException(
            message(record, reason)
                + "; its checkpoint is complete, so it cannot be left out any more (mend the store,"
                + " or choose rejected(OnRejected.SKIP))");
      }
    };
  }

  /** Throws if a record was rejected that must not be left out. */
  void requireNone() throws SinkException {
    String message = first;
    if (!message.isEmpty()) {
      throw new SinkException(message);
    }
  }

  /** Ends a publication. */
  static final class RejectedAtCommitException extends RuntimeException {
    RejectedAtCommitException(String message) {
      super(message);
    }
  }
}
