package dev.landfall.conformance.model;

/**
 * One line of a wire transcript: what passed the proxy, or was held back by it. Immutable,
 * thread-safe.
 *
 * @param micros since the run began
 * @param process the start of a host whose sink spoke, or was spoken to
 * @param connection counted over the run, from 1
 * @param direction who spoke
 * @param where the address of a request that is counted; empty for a reply, and for start-up and
 *     heartbeat noise
 * @param text what the decoder made of it, such as {@code EndTxn commit landfall.a.out.0.g1.s0};
 *     holds no secret (SI-9)
 * @param bytes its length on the wire
 * @param note what became of it, such as {@code held}, {@code killed here}; else empty
 */
public record WireLine(
    long micros,
    int process,
    int connection,
    Direction direction,
    String where,
    String text,
    int bytes,
    String note) {
  /** Who spoke. */
  public enum Direction {
    /** The sink's client, to the store. */
    REQUEST,
    /** The store, to the sink's client. */
    REPLY
  }
}
