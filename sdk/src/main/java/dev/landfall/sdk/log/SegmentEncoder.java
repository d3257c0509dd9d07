package dev.landfall.sdk.log;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Makes the bytes of one segment, as {@link SegmentFormat} draws them, in a buffer that its owner
 * drains; does no input or output. One thread at a time.
 */
final class SegmentEncoder {
  private static final int INITIAL_BYTES = 64 << 10;

  private final ByteOutput out;
  private final RecordEncoder encoder;
  private final CRC32C sum = new CRC32C();
  private long drained;
  private long records;

  /**
   * Begins with the header.
   *
   * @param drainBytes the owner drains the buffer before a record when it holds as much
   */
  SegmentEncoder(IntervalId interval, int drainBytes) {
    out =
        new ByteOutput(
            Math.min(INITIAL_BYTES, drainBytes),
            drainBytes + RecordFormat.MAX_RECORD_BYTES + SegmentFormat.FRAME_BYTES);
    encoder = new RecordEncoder(out);
    out.putRaw(SegmentFormat.header(interval));
    putSum(0);
  }

  /**
   * Adds one record, or nothing of it.
   *
   * @throws UnloggableRecordException if no segment can hold it; the next can be added all the same
   */
  void append(SinkRecord record) throws UnloggableRecordException {
    int start = out.position();
    boolean whole = false;
    try {
      out.putInt(0);
      encoder.encode(record);
      out.setInt(start, out.position() - start - Integer.BYTES);
      putSum(start);
      records++;
      whole = true;
    } finally {
      if (!whole) {
        // Whatever went wrong: half a record in the buffer would make every later one unreadable.
        out.rewind(start);
      }
    }
  }

  /** How many records were added. */
  long records() {
    return records;
  }

  /** How many bytes wait in the buffer. */
  int buffered() {
    return out.position();
  }

  /** Hands over what is in the buffer, to be used up before the next call. */
  ByteBuffer drain() {
    ByteBuffer written = out.written();
    drained += written.remaining();
    out.rewind(0);
    return written;
  }

  /** Adds the footer; the last call before the last {@link #drain}. */
  Seal end(String name) {
    long bytes = drained + out.position() + SegmentFormat.FOOTER_BYTES;
    Seal seal = new Seal(name, records, bytes, (int) sum.getValue());
    out.putRaw(SegmentFormat.footer(seal));
    return seal;
  }

  private void putSum(int start) {
    // Room first: nothing may fail once the running sum has moved on.
    out.putInt(0);
    int end = out.position() - SegmentFormat.SUM_BYTES;
    sum.update(out.array(), start, end - start);
    out.setInt(end, (int) sum.getValue());
  }
}
