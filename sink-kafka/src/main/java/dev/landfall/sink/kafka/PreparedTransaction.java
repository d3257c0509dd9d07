package dev.landfall.sink.kafka;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a committable holds: enough to end the transaction from any process (T-3), and where its
 * confirmation will be. Immutable, thread-safe.
 *
 * <pre>
 * payload, version 1:
 *   | u16 length, transactional id | i64 producer id | i16 epoch | i8 protocol: 1 or 2
 *   | u16 length, group | u16 length, topic of the confirmation | i32 partition |
 * text is UTF-8, numbers are big-endian
 * </pre>
 *
 * @param transactionalId whose transaction it is
 * @param producerId given by the broker
 * @param epoch given by the broker
 * @param protocol how to end it
 * @param group the consumer group of the confirmation
 * @param confirmation the partition under which the group holds it
 */
record PreparedTransaction(
    String transactionalId,
    long producerId,
    short epoch,
    Protocol protocol,
    String group,
    TopicPartition confirmation) {
  static final int VERSION = 1;
  private static final int FIXED_BYTES = 3 * Short.BYTES + Long.BYTES + Short.BYTES + 1 + 4;

  byte[] encode() {
    byte[] id = bytes(transactionalId);
    byte[] groupBytes = bytes(group);
    byte[] topic = bytes(confirmation.topic());
    ByteBuffer out =
        ByteBuffer.allocate(FIXED_BYTES + id.length + groupBytes.length + topic.length);
    put(out, id);
    out.putLong(producerId).putShort(epoch).put(protocol.number());
    put(out, groupBytes);
    put(out, topic);
    return out.putInt(confirmation.partition()).array();
  }

  /**
   * Reads what any release has written.
   *
   * @throws SinkException if a newer one wrote it
   */
  static PreparedTransaction of(Committable committable) throws SinkException {
    if (committable.version() != VERSION) {
      throw unreadable(committable, "payload version " + committable.version(), null);
    }
    ByteBuffer in = ByteBuffer.wrap(committable.payload());
    try {
      String id = text(in);
      long producerId = in.getLong();
      short epoch = in.getShort();
      byte number = in.get();
      Optional<Protocol> protocol = Protocol.numbered(number);
      String group = text(in);
      String topic = text(in);
      int partition = in.getInt();
      if (in.hasRemaining() || protocol.isEmpty()) {
        throw unreadable(committable, "protocol " + number, null);
      }
      return new PreparedTransaction(
          id, producerId, epoch, protocol.get(), group, new TopicPartition(topic, partition));
    } catch (BufferUnderflowException e) {
      throw unreadable(committable, "a payload that is too short", e);
    }
  }

  private static SinkException unreadable(
      Committable committable, String actual, @Nullable Throwable cause) {
    String message =
        "Cannot read the committable of "
            + committable.interval()
            + ": "
            + actual
            + ", expected version "
            + VERSION
            + " (start the release that wrote it, or a newer one)";
    return cause == null ? new SinkException(message) : new SinkException(message, cause);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ByteBuffer out, byte[] bytes) {
    out.putShort((short) bytes.length).put(bytes);
  }

  private static String text(ByteBuffer in) {
    int length = in.getShort() & 0xFFFF;
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** For a person. */
  @Override
  public String toString() {
    return "transaction '" + transactionalId + "' of producer " + producerId + " epoch " + epoch;
  }
}
