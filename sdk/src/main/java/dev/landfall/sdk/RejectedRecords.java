package dev.landfall.sdk;

import dev.landfall.sdk.record.SinkRecord;

/**
 * Where a sink names a record that cannot be written, so that its neighbours are not affected
 * (SI-8). Thread-safe.
 *
 * <p>A rejected record counts as handled: it is in no committable. It is rejected at the latest in
 * the flush or prepare that covers it, from whatever thread finds out. The pipeline decides what
 * follows: fail, skip, or keep it aside.
 */
public interface RejectedRecords {
  /**
   * Names one record.
   *
   * @param record the record, with its source position
   * @param reason column or field, offending value and bound, without the rest of the record
   */
  void reject(SinkRecord record, String reason);
}
