package dev.landfall.runner.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The frame of a checkpoint on disk. Stateless, thread-safe.
 *
 * <pre>
 * byte 0            8           12          16                        16+n
 *      | "LFCHECKP" | i32 version | i32 n     | n bytes of UTF-8 JSON | i32 CRC32C of all before |
 * </pre>
 *
 * <p>Numbers are big-endian. What was encoded is decoded and compared before it is given out; what
 * is read is checked from the outside inwards, so no length in damaged bytes is ever allocated.
 */
final class CheckpointFile {
  static final int VERSION = 1;

  private static final byte[] MAGIC = "LFCHECKP".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = 16;
  private static final int CHECKSUM_BYTES = 4;

  private CheckpointFile() {}

  static byte[] encode(Checkpoint checkpoint) throws StateException {
    byte[] body = CheckpointJson.write(checkpoint);
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + body.length + CHECKSUM_BYTES);
    frame.put(MAGIC).putInt(VERSION).putInt(body.length).put(body);
    frame.putInt(checksum(frame.array(), frame.position()));
    if (!decode(frame.array(), "checkpoint " + checkpoint.id()).equals(checkpoint)) {
      throw new IllegalStateException(
          "checkpoint " + checkpoint.id() + " does not read back as it was written");
    }
    return frame.array();
  }

  /**
   * Reads a frame.
   *
   * @param name for errors
   * @throws StateException if it is cut, longer, changed, or of a newer version
   */
  static Checkpoint decode(byte[] frame, String name) throws StateException {
    if (frame.length < HEADER_BYTES + CHECKSUM_BYTES) {
      throw damaged(name, "length", frame.length, "20 bytes or more");
    }
    if (!Arrays.equals(frame, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw damaged(name, "magic at byte", 0, "LFCHECKP");
    }
    ByteBuffer in = ByteBuffer.wrap(frame).position(MAGIC.length);
    int version = in.getInt();
    if (version < 1 || version > VERSION) {
      throw new StateException(
          StateException.Reason.DAMAGED,
          String.format(
              "Cannot read %s: format version %s, expected 1 to %d"
                  + " (start the release that wrote it, or a newer one)",
              name, Integer.toUnsignedString(version), VERSION));
    }
    int length = in.getInt();
    if (length != frame.length - HEADER_BYTES - CHECKSUM_BYTES) {
      throw damaged(
          name,
          "body length",
          Integer.toUnsignedString(length),
          (frame.length - HEADER_BYTES - CHECKSUM_BYTES) + " bytes");
    }
    int end = HEADER_BYTES + length;
    int expected = checksum(frame, end);
    if (in.getInt(end) != expected) {
      throw damaged(
          name, "checksum", String.format("%08x", in.getInt(end)), String.format("%08x", expected));
    }
    return CheckpointJson.read(Arrays.copyOfRange(frame, HEADER_BYTES, end), name);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  static StateException damaged(String name, String what, Object actual, String expected) {
    return new StateException(
        StateException.Reason.DAMAGED,
        String.format("Cannot read %s: %s %s, expected %s", name, what, actual, expected));
  }
}
