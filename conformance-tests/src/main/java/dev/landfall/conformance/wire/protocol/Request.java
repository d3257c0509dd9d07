package dev.landfall.conformance.wire.protocol;

import dev.landfall.conformance.model.Access;

/**
 * One whole request of a client. Immutable, thread-safe: nobody changes the array.
 *
 * @param bytes as they were sent
 * @param kind whether it is a place where a fault can be injected
 * @param verb what the store calls it, of letters, digits, {@code .}, {@code _} and {@code -} only
 * @param access what it does to the store
 * @param name what it does that to: a transaction, an object; unique to its owner, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Request(byte[] bytes, Kind kind, String verb, Access access, String name) {
  /** What the proxy does with it. */
  public enum Kind {
    /** It has an address, and a reply. */
    OPERATION,
    /** Start-up and heartbeats: passed on, and has a reply. */
    NOISE,
    /** Passed on; nothing answers it. */
    UNANSWERED
  }

  /** An operation. */
  public static Request operation(byte[] bytes, String verb, Access access, String name) {
    return new Request(bytes, Kind.OPERATION, verb, access, name);
  }

  /** Something that is not counted. */
  public static Request noise(byte[] bytes, String verb) {
    return new Request(bytes, Kind.NOISE, verb, Access.READ, "");
  }

  /** Something that is not counted and that nothing answers. */
  public static Request unanswered(byte[] bytes, String verb) {
    return new Request(bytes, Kind.UNANSWERED, verb, Access.READ, "");
  }

  @Override
  public String toString() {
    return name.isEmpty() ? verb : verb + " " + name;
  }
}
