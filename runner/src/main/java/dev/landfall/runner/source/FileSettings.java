package dev.landfall.runner.source;

/**
 * How the files of a source are read. Immutable, thread-safe.
 *
 * @param format how records are written
 * @param compression how the files are stored
 * @param maxRecordBytes larger records are rejected
 * @param sampleRecords so many are looked at for types
 * @param follow whether files grow
 */
record FileSettings(
    RecordFormat format,
    Compression compression,
    int maxRecordBytes,
    int sampleRecords,
    boolean follow) {
  RecordScanner scanner(InputBytes bytes) {
    return new RecordScanner(bytes, format.framing(), maxRecordBytes);
  }
}
