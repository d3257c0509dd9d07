package dev.landfall.sink.s3;

/**
 * An acknowledged part of a multipart upload. Immutable, thread-safe.
 *
 * @param number from 1 on
 * @param etag what the store calls it
 * @param checksum that it was sent with, where the store checks one; else empty
 */
record UploadedPart(int number, String etag, String checksum) {}
