package dev.landfall.runner;

import dev.landfall.sdk.record.SinkRecord;

/** Chooses a writer. Owned by a reading thread. */
interface Router {
  /** The number of the writer that gets the record. */
  int writer(SinkRecord record);
}
