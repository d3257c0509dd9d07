package dev.landfall.runner.source;

import java.util.List;
import java.util.Map;

/** A text format: how records are cut, read, and looked at for their types. Thread-safe. */
sealed interface RecordFormat permits JsonFormat, CsvFormat {
  Framing framing();

  /** Whether the first record of a file holds the names of the fields. */
  boolean hasHeader();

  /** Reads the names of the fields from a file's first record. */
  List<String> header(byte[] bytes, int from, int to) throws MalformedRecordException;

  /**
   * The names of the fields where the file does not hold them; empty if each record has its own.
   */
  List<String> names();

  RecordParser parser(List<String> names, Schema schema);

  /** Begins to look at a file's records for the types of their fields. */
  Sampler sampler(List<String> names, TypeInference inference);

  /** The types that a sample showed. */
  Map<String, ColumnType> types(TypeInference inference);

  /** Whether there is nothing between two line breaks, and so no record. */
  boolean isBlank(byte[] bytes, int from, int to, List<String> names);

  /** Looks at records for the types of their fields. One thread at a time. */
  interface Sampler {
    void see(byte[] bytes, int from, int to) throws MalformedRecordException;
  }
}
