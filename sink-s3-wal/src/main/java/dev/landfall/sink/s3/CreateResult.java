package dev.landfall.sink.s3;

/**
 * What a conditional write came to. A reply that got lost is none of these: it is a {@link
 * dev.landfall.sdk.StoreUnavailableException}. Immutable, thread-safe.
 */
sealed interface CreateResult {
  /** The store has acknowledged the object (200). */
  record Created(String etag) implements CreateResult {}

  /**
   * There is an object of that name (412): somebody else's, or our own whose reply was lost and
   * that the client sent again.
   */
  record Exists() implements CreateResult {}

  /** Another conditional write of that name is in flight (409): to be tried again. */
  record Conflict() implements CreateResult {}
}
