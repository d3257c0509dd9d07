package dev.landfall.sink.s3;

import java.time.Instant;

/** A multipart upload that is neither completed nor aborted. Immutable, thread-safe. */
record Upload(String key, String id, Instant started) {}
