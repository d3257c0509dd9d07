package dev.landfall.flink;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;

/** Remembers the first rejected record, which fails the job (SI-8). Thread-safe. */
final class FailOnRejected implements RejectedRecords {
  private volatile String first = "";

  @Override
  public synchronized void reject(SinkRecord record, String reason) {
    if (first.isEmpty()) {
      first =
          "Cannot write the record " + record.key() + " at " + record.position() + ": " + reason;
    }
  }

  void requireNone() throws SinkException {
    String message = first;
    if (!message.isEmpty()) {
      throw new SinkException(message);
    }
  }
}
