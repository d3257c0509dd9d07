package dev.landfall.sink.kafka;

/**
 * How much a batch of the producer may hold where the user does not say. Stateless, thread-safe.
 *
 * <p>A request costs client and broker the same whatever it holds, and with the client's own 16 KiB
 * and records of 200 bytes that cost is most of a record's. A larger bound delays nothing: a batch
 * is sent after {@code linger.ms} at the latest, however full it is. It takes memory, though, which
 * the client sets aside for each partition when the first record comes; so the batches of all
 * partitions together get a quarter of the producer's memory, and the rest is for what is on its
 * way.
 */
final class BatchSize {
  /** The client's own default; what is known of the topic never makes it less. */
  static final int LEAST = 16 << 10;

  /** Beyond it little is gained, see {@code docs/decisions/0095}. */
  static final int MOST = 256 << 10;

  private static final int SHARE = 4;

  private BatchSize() {}

  /**
   * In bytes.
   *
   * @param topic that takes every record; the broker refuses a batch larger than it allows
   * @param bufferBytes the producer's memory
   * @param requestBytes the largest request
   */
  static int of(TopicFacts topic, long bufferBytes, long requestBytes) {
    long share = bufferBytes / SHARE / Math.max(1, topic.partitions());
    long most = Math.min(MOST, Math.min(topic.maxMessageBytes(), requestBytes));
    return (int) Math.max(LEAST, Math.min(share, most));
  }
}
