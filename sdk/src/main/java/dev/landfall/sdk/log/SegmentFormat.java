package dev.landfall.sdk.log;

import dev.landfall.sdk.IntervalId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * How a sealed segment lies in a file or object. Stateless, thread-safe.
 *
 * <pre>
 * header  = "LFSG" | u8 version, 1 | u16 n | interval, n bytes of UTF-8 | i32 sum
 * record  = i32 n, 1 or more       | record, n bytes                   | i32 sum
 * footer  = i32 0 | i64 records | i64 length of the file | i32 last sum | i32 CRC32C of the 24 bytes
 *
 * segment = header, record*, footer
 * </pre>
 *
 * <p>The sum is a CRC32C that runs on from the first byte of the file and leaves out the sums
 * themselves (fed with its own value a CRC falls back to a constant). One pass so gives a checksum
 * per record that also fixes its place, since a record that is lost, repeated or moved breaks the
 * sum after it, and the checksum of the whole segment. The header holds the interval, so that a
 * renamed file is recognised; its layout stays the same in all versions. All numbers are
 * big-endian; {@link RecordFormat} draws the record.
 */
final class SegmentFormat {
  static final int MAGIC = 0x4C465347; // "LFSG"
  static final int VERSION = 1;
  static final int FIXED_HEADER_BYTES = Integer.BYTES + 1 + Short.BYTES;
  static final int SUM_BYTES = Integer.BYTES;

  /** Length before the record and sum after it. */
  static final int FRAME_BYTES = Integer.BYTES + SUM_BYTES;

  static final int FOOTER_BYTES = 28;
  private static final int SUMMED_FOOTER_BYTES = FOOTER_BYTES - SUM_BYTES;

  private SegmentFormat() {}

  /** The header without its sum. */
  static byte[] header(IntervalId interval) {
    byte[] name = interval.toString().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(FIXED_HEADER_BYTES + name.length)
        .putInt(MAGIC)
        .put((byte) VERSION)
        .putShort((short) name.length)
        .put(name)
        .array();
  }

  static byte[] footer(Seal seal) {
    ByteBuffer footer = ByteBuffer.allocate(FOOTER_BYTES);
    footer.putInt(0).putLong(seal.records()).putLong(seal.bytes()).putInt(seal.checksum());
    return footer.putInt(footerSum(footer.array())).array();
  }

  /** What a footer says of a file of that name, or why it is none. */
  static Seal readFooter(String name, byte[] bytes) throws TornSegmentException {
    ByteBuffer footer = ByteBuffer.wrap(bytes);
    if (footer.getInt(SUMMED_FOOTER_BYTES) != footerSum(bytes) || footer.getInt() != 0) {
      throw new TornSegmentException(
          "Cannot read segment "
              + name
              + ": its last "
              + FOOTER_BYTES
              + " bytes are no footer, expected what sealing wrote there ("
              + TornSegments.REMEDY
              + ")");
    }
    return new Seal(name, footer.getLong(), footer.getLong(), footer.getInt());
  }

  private static int footerSum(byte[] footer) {
    CRC32C sum = new CRC32C();
    sum.update(footer, 0, SUMMED_FOOTER_BYTES);
    return (int) sum.getValue();
  }
}
