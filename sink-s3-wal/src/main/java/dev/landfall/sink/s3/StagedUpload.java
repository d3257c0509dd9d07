package dev.landfall.sink.s3;

/**
 * A multipart upload of the probe whose only part has been sent. Immutable, thread-safe.
 *
 * @param key the object that it will be
 * @param id given by the store
 * @param etag of the part
 */
record StagedUpload(String key, String id, String etag) {}
