package dev.landfall.sink.s3;

import java.time.Instant;

/** What a store tells about an object without its bytes. Immutable, thread-safe. */
record ObjectInfo(String key, long bytes, String etag, Instant modified) {}
