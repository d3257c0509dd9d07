package dev.landfall.sink.s3;

/**
 * When an object is closed and what may be held in memory. Immutable, thread-safe.
 *
 * @param objectBytes compressed
 * @param bufferBytes of all open objects of one writer
 * @param partBytes from which on a part of a larger object is sent
 */
record Limits(long objectBytes, long objectRecords, long bufferBytes, long partBytes) {
  static Limits of(S3WalConfig config) {
    return new Limits(
        config.objectSize().bytes(),
        config.objectRecords(),
        config.buffer().bytes(),
        config.store().partSize().bytes());
  }
}
