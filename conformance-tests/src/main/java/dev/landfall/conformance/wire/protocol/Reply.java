package dev.landfall.conformance.wire.protocol;

import java.util.List;

/**
 * A piece of what a store answers. Immutable, thread-safe: nobody changes the array.
 *
 * @param bytes as they arrived
 * @param part whether the oldest unanswered request is answered by it
 * @param error the store's own error, or empty
 * @param refused parts of the request that failed by themselves, while the rest of it was done
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Reply(byte[] bytes, Part part, String error, List<byte[]> refused) {
  /** Which piece it is. */
  public enum Part {
    /** The request is answered. */
    WHOLE,
    /** More of a reply that has begun, or something that nobody asked for. */
    FURTHER
  }

  /** A reply. */
  public static Reply whole(byte[] bytes, String error) {
    return new Reply(bytes, Part.WHOLE, error, List.of());
  }

  /** A reply that says for each part of the request what became of it. */
  public static Reply partly(byte[] bytes, List<byte[]> refused) {
    return new Reply(bytes, Part.WHOLE, "", refused);
  }

  /** More of it. */
  public static Reply further(byte[] bytes) {
    return new Reply(bytes, Part.FURTHER, "", List.of());
  }
}
