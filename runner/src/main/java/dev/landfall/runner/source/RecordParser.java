package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;

/** Reads the bytes of one record. One thread at a time. */
interface RecordParser {
  /**
   * Reads a record.
   *
   * @throws MalformedRecordException if there is none, with a whole sentence
   */
  Value parse(byte[] bytes, int from, int to) throws MalformedRecordException;
}
