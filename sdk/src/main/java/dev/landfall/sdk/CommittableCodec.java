package dev.landfall.sdk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Frames a committable for a host's durable state, so that a sink never meets damaged bytes.
 * Stateless, thread-safe.
 *
 * <pre>
 * byte 0        4         5            9               9+n
 *      | "LFCM" | version | i32: n     | body, n bytes | i32: CRC32C of all bytes before it |
 *
 * body, version 1:
 *      | text pipeline | text sink | i32 subtask | i64 generation | i64 ordinal
 *      | i32 payload's version | i64 records | text summary | i32 length, payload |
 *
 * text = i32 length, UTF-8; all numbers big-endian
 * </pre>
 *
 * <p>A reader takes all older versions. What was written is read back and compared before it leaves
 * {@link #encode}; what is read is checked from the outside inwards (magic, version, length,
 * checksum, then each field against the bytes that are left), so that no length in damaged bytes is
 * ever allocated.
 */
public final class CommittableCodec {
  /** No frame is longer: a committable names what was prepared, it does not carry it. */
  public static final int MAX_BYTES = 16 << 20;

  private static final int MAGIC = 0x4C46434D; // "LFCM"
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 9;
  private static final int CHECKSUM_BYTES = Integer.BYTES;
  private static final int FIXED_BODY_BYTES = 3 * Long.BYTES + 6 * Integer.BYTES;
  private static final String REMEDY = "restore an older checkpoint, or find what changed the file";

  private CommittableCodec() {}

  /**
   * The bytes to store.
   *
   * @throws IllegalArgumentException if the frame would be longer than {@link #MAX_BYTES}, or if
   *     the summary is no text that UTF-8 can hold
   */
  public static byte[] encode(Committable committable) {
    SinkId sink = committable.interval().writer().sink();
    byte[] pipeline = utf8(committable, sink.pipeline());
    byte[] name = utf8(committable, sink.sink());
    byte[] summary = utf8(committable, committable.summary());
    byte[] payload = committable.payload();
    long bodyBytes =
        (long) FIXED_BODY_BYTES + pipeline.length + name.length + summary.length + payload.length;
    requireBound(committable, HEADER_BYTES + bodyBytes + CHECKSUM_BYTES);

    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + (int) bodyBytes + CHECKSUM_BYTES);
    frame.putInt(MAGIC).put((byte) VERSION).putInt((int) bodyBytes);
    putBytes(frame, pipeline);
    putBytes(frame, name);
    frame.putInt(committable.interval().writer().subtask());
    frame.putLong(committable.interval().generation().value());
    frame.putLong(committable.interval().ordinal());
    frame.putInt(committable.version()).putLong(committable.records());
    putBytes(frame, summary);
    putBytes(frame, payload);
    frame.putInt(checksum(frame.array(), frame.position()));
    return verified(committable, frame.array());
  }

  /**
   * The committable that {@link #encode} was given.
   *
   * @throws DamagedStateException if {@code frame} is cut, longer, changed, or of a newer version
   */
  public static Committable decode(byte[] frame) throws DamagedStateException {
    if (frame.length < HEADER_BYTES + CHECKSUM_BYTES || frame.length > MAX_BYTES) {
      throw damaged("length", 0, frame.length, "13 to " + MAX_BYTES + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(frame);
    int magic = in.getInt();
    if (magic != MAGIC) {
      throw damaged(
          "magic", 0, Integer.toHexString(magic), Integer.toHexString(MAGIC) + " (\"LFCM\")");
    }
    int version = in.get();
    if (version < 1 || version > VERSION) {
      throw new DamagedStateException(
          "Cannot read a committable: format version "
              + version
              + " at byte 4, expected 1 to "
              + VERSION
              + " (start the release that wrote it, or a newer one)");
    }
    int bodyBytes = in.getInt();
    if (bodyBytes != frame.length - HEADER_BYTES - CHECKSUM_BYTES) {
      throw damaged(
          "length", 5, bodyBytes, (frame.length - HEADER_BYTES - CHECKSUM_BYTES) + " bytes");
    }
    int end = frame.length - CHECKSUM_BYTES;
    requireChecksum(in.getInt(end), checksum(frame, end), end);
    return body(in.limit(end));
  }

  private static Committable body(ByteBuffer in) throws DamagedStateException {
    try {
      SinkId sink = new SinkId(text(in), text(in));
      WriterId writer = sink.writer(in.getInt());
      IntervalId interval = new IntervalId(writer, new Generation(in.getLong()), in.getLong());
      int version = in.getInt();
      long records = in.getLong();
      String summary = text(in);
      Committable committable = Committable.of(interval, version, bytes(in), records, summary);
      if (in.hasRemaining()) {
        throw damaged("bytes after the payload", in.position(), in.remaining(), "none");
      }
      return committable;
    } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException e) {
      // The checksum holds, so this was written by something that is not this codec.
      throw new DamagedStateException(
          "Cannot read a committable: a field before byte "
              + in.position()
              + " holds what no release writes, expected the layout of version 1 ("
              + REMEDY
              + ")",
          e);
    }
  }

  private static void requireChecksum(int stored, int actual, int at) throws DamagedStateException {
    if (stored != actual) {
      throw damaged(
          "checksum", at, Integer.toHexString(stored), Integer.toHexString(actual) + " by content");
    }
  }

  private static DamagedStateException damaged(
      String what, int at, Object actual, String expected) {
    return new DamagedStateException(
        String.format(
            "Cannot read a committable: %s at byte %d is %s, expected %s (%s)",
            what, at, actual, expected, REMEDY));
  }

  private static void requireBound(Committable committable, long frameBytes) {
    if (frameBytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot store the committable of %s: %d bytes, expected at most %d (name what was prepared, do not carry it)",
              committable.interval(), frameBytes, MAX_BYTES));
    }
  }

  private static byte[] verified(Committable committable, byte[] frame) {
    try {
      if (decode(frame).equals(committable)) {
        return frame;
      }
    } catch (DamagedStateException e) {
      throw new IllegalStateException("Cannot store the committable of " + committable, e);
    }
    throw new IllegalStateException(
        "Cannot store the committable of " + committable + ": it does not read back as it was");
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private static void putBytes(ByteBuffer out, byte[] bytes) {
    out.putInt(bytes.length).put(bytes);
  }

  /** Unlike {@link String#getBytes}, refuses what it would replace by a question mark. */
  private static byte[] utf8(Committable committable, String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "Cannot store the committable of "
              + committable.interval()
              + ": its summary holds half a surrogate pair, expected text",
          e);
    }
  }

  private static String text(ByteBuffer in) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(in))).toString();
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
