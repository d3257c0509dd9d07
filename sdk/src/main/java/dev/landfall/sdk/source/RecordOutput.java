package dev.landfall.sdk.source;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;

/** Takes what a reader reads. Owned by the reading thread; may block when the pipeline is full. */
public interface RecordOutput {
  /** Takes one record, with its position. */
  void record(SinkRecord record) throws InterruptedException;

  /**
   * Takes something that is there and is no record: broken JSON, a value that does not fit its
   * declared type (SI-8).
   *
   * @param position where it stands
   * @param raw the text as it stands there, for a dead letter
   * @param reason what is wrong with it and how to mend it
   */
  void reject(SourcePosition position, String raw, String reason) throws InterruptedException;
}
