package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;

/** Reads a value of one type from its text, without loss. Thread-safe. */
interface TextReader {
  /**
   * Reads a value.
   *
   * @throws MalformedRecordException with "actual, expected bound", if the text is not of the type
   */
  Value read(String text) throws MalformedRecordException;
}
