package dev.landfall.sink.s3;

/** An acknowledged part of a multipart upload, numbered from 1. Immutable, thread-safe. */
record UploadedPart(int number, String etag) {}
