package dev.landfall.sink.s3;

/**
 * An object of records that the store has acknowledged. Immutable, thread-safe.
 *
 * @param key where it is
 * @param digest of its bytes, as they are stored
 * @param etag what the store calls this very content
 * @param records how many it holds
 */
record DataObject(String key, Digest digest, String etag, long records) {}
