package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.IntervalId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What tells one sealed segment from every other, one of the same name included: the payload of its
 * committable. Immutable, thread-safe.
 *
 * <pre>
 * payload, version 1 = i64 records | i64 bytes | i32 checksum | name, UTF-8 to the end
 * </pre>
 *
 * @param name of the file or object, for comparison and messages; never used as a path
 * @param records how many there are
 * @param bytes the length, header and footer included
 * @param checksum the last sum of {@link SegmentFormat}
 */
record Seal(String name, long records, long bytes, int checksum) {
  private static final int VERSION = 1;
  private static final int FIXED_BYTES = 2 * Long.BYTES + Integer.BYTES;

  Committable committable(IntervalId interval) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer payload = ByteBuffer.allocate(FIXED_BYTES + text.length);
    payload.putLong(records).putLong(bytes).putInt(checksum).put(text);
    return Committable.of(interval, VERSION, payload.array(), records, summary());
  }

  /**
   * What {@link #committable} was made from.
   *
   * @throws DamagedStateException if the committable is none of a log's
   */
  static Seal of(Committable committable) throws DamagedStateException {
    if (committable.version() != VERSION) {
      throw new DamagedStateException(
          "Cannot find the segment of "
              + committable
              + ": its layout is version "
              + committable.version()
              + ", expected "
              + VERSION
              + " (start the release that wrote it, or a newer one)");
    }
    ByteBuffer payload = ByteBuffer.wrap(committable.payload());
    try {
      long records = payload.getLong();
      long bytes = payload.getLong();
      int checksum = payload.getInt();
      return new Seal(StandardCharsets.UTF_8.decode(payload).toString(), records, bytes, checksum);
    } catch (BufferUnderflowException e) {
      throw new DamagedStateException(
          "Cannot find the segment of "
              + committable
              + ": its payload has "
              + payload.capacity()
              + " bytes, expected "
              + FIXED_BYTES
              + " and a name (give the committable to the sink that made it)",
          e);
    }
  }

  String summary() {
    return name + ", " + records + " records, " + bytes + " bytes";
  }
}
