package dev.landfall.runner.letters;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Stages what the publication under way refuses, before it goes on to its confirmation.
 * Thread-safe; one publication at a time.
 */
final class KeptRefusals implements RejectedRecords {
  private final RejectedRecords told;
  private volatile @Nullable Refusals current;

  /**
   * Makes it.
   *
   * @param told is told of each record once in a publication
   */
  KeptRefusals(RejectedRecords told) {
    this.told = told;
  }

  void begin(Refusals refusals) {
    current = refusals;
  }

  void end() {
    current = null;
  }

  /** Throws where the device fails: the publication must not be confirmed then. */
  @Override
  public void reject(SinkRecord record, String reason) {
    Refusals open = current;
    if (open == null) {
      throw new IllegalStateException(
          "a record was refused outside a publication: " + record.position());
    }
    try {
      if (open.add(Letter.of(record, reason))) {
        told.reject(record, reason);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot keep the refused record at " + record.position() + ": " + e.getMessage(), e);
    }
  }
}
