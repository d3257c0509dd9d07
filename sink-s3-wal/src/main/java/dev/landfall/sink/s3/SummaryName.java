package dev.landfall.sink.s3;

/**
 * Which entries a summary repeats, and how many objects they name, all told by its key. Immutable,
 * thread-safe.
 */
record SummaryName(long from, long to, long objects) {
  long entries() {
    return to - from + 1;
  }
}
