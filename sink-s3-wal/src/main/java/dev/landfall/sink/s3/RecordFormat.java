package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/**
 * How records become the bytes of an object: a header and one piece for each record, which
 * concatenated make a valid file. Thread-safe; a writer that it makes is used by one thread.
 */
interface RecordFormat {
  /** What a file's name ends with, before the compression: {@code jsonl}. */
  String extension();

  /** Why the record cannot be written, or empty (SI-8): what {@link RecordWriter} would say. */
  Optional<String> check(SinkRecord record);

  /** What each object begins with; often nothing. */
  byte[] header();

  /** Makes what writes the records of one interval. */
  RecordWriter writer();

  /** Appends one record after the other. One thread at a time. */
  interface RecordWriter {
    /**
     * Appends it.
     *
     * @throws UnwritableException if it cannot be written (SI-8); part of it may be in {@code to},
     *     and the caller drops that
     */
    void write(SinkRecord record, ByteBlock to) throws UnwritableException;
  }
}
