package dev.landfall.sdk.log;

import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads the records of a sealed segment from a channel, and believes nothing that its seal does not
 * bear out (W-4). One thread at a time.
 *
 * <p>Each record is checked before it is delivered, and the segment as a whole before the end is
 * told; a length is compared with the bytes that the seal leaves before it is allocated.
 */
final class SegmentDecoder implements SegmentReader {
  private static final int WINDOW_BYTES = 256 << 10;

  private final ReadableByteChannel channel;
  private final Seal seal;
  private final CRC32C sum = new CRC32C();
  private final RecordDecoder decoder = new RecordDecoder();
  private final ByteInput body = new ByteInput();
  private byte[] window;
  private int position;
  private int end;
  private long windowStart;
  private long delivered;
  private boolean ended;

  /** Reads from the channel's first byte on; closes it with itself. */
  SegmentDecoder(ReadableByteChannel channel, Seal seal) {
    this.channel = channel;
    this.seal = seal;
    this.window = new byte[(int) Math.min(WINDOW_BYTES, Math.max(seal.bytes(), 1))];
  }

  /**
   * Checks the header, before the first {@link #next}.
   *
   * @throws DamagedStateException if it is whole, and of a newer version
   */
  void begin(IntervalId interval) throws IOException {
    byte[] expected = SegmentFormat.header(interval);
    fill(expected.length + SegmentFormat.SUM_BYTES);
    byte[] actual = Arrays.copyOf(window, expected.length);
    requireSum(expected.length);
    // Only now: a flipped bit in the version is damage, not a newer release.
    byte version = actual[Integer.BYTES];
    if (version != SegmentFormat.VERSION) {
      throw new DamagedStateException(
          String.format(
              "Cannot read segment %s: format version %d, expected 1 to %d (start the release that wrote it, or a newer one)",
              seal.name(), version, SegmentFormat.VERSION));
    }
    if (!Arrays.equals(actual, expected)) {
      throw TornSegments.otherInterval(seal, interval);
    }
  }

  @Override
  public Optional<SinkRecord> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    if (delivered == seal.records()) {
      requireFooter();
      ended = true;
      return Optional.empty();
    }
    fill(Integer.BYTES);
    int length = intAt(position);
    if (length < 1
        || length > RecordFormat.MAX_RECORD_BYTES
        || length + (long) SegmentFormat.FRAME_BYTES > left()) {
      throw torn("a length of " + length + " with " + left() + " bytes before the footer");
    }
    fill(length + SegmentFormat.FRAME_BYTES);
    body.reset(window, position + Integer.BYTES, length);
    requireSum(Integer.BYTES + length);
    SinkRecord record = decode();
    delivered++;
    return Optional.of(record);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private SinkRecord decode() throws TornSegmentException {
    try {
      return decoder.decode(body);
    } catch (DamagedStateException e) {
      throw torn(String.valueOf(e.getMessage()));
    }
  }

  /** Takes {@code length} bytes and the sum behind them. */
  private void requireSum(int length) throws TornSegmentException {
    sum.update(window, position, length);
    int stored = intAt(position + length);
    if (stored != (int) sum.getValue()) {
      throw torn(String.format("checksum %08x, by content %08x", stored, sum.getValue()));
    }
    position += length + SegmentFormat.SUM_BYTES;
  }

  private void requireFooter() throws IOException {
    if (left() != 0) {
      throw torn(left() + " bytes between the last record and the footer");
    }
    fill(SegmentFormat.FOOTER_BYTES);
    byte[] footer = Arrays.copyOfRange(window, position, position + SegmentFormat.FOOTER_BYTES);
    Seal actual = SegmentFormat.readFooter(seal.name(), footer);
    if (!actual.equals(seal) || seal.checksum() != (int) sum.getValue()) {
      throw TornSegments.other(seal, actual);
    }
  }

  /** Bytes between here and the footer. */
  private long left() {
    return seal.bytes() - SegmentFormat.FOOTER_BYTES - windowStart - position;
  }

  private TornSegmentException torn(String actual) {
    return TornSegments.at(seal, delivered + 1, windowStart + position, actual);
  }

  /** Makes {@code needed} bytes lie in the window from the position on. */
  private void fill(int needed) throws IOException {
    if (end - position >= needed) {
      return;
    }
    byte[] target = needed > window.length ? new byte[needed] : window;
    System.arraycopy(window, position, target, 0, end - position);
    windowStart += position;
    end -= position;
    position = 0;
    window = target;
    ByteBuffer free = ByteBuffer.wrap(window, end, window.length - end);
    while (free.position() < needed) {
      if (channel.read(free) < 0) {
        throw torn("the end of the file after " + (windowStart + free.position()) + " bytes");
      }
    }
    end = free.position();
  }

  private int intAt(int at) {
    return ((window[at] & 0xFF) << 24)
        | ((window[at + 1] & 0xFF) << 16)
        | ((window[at + 2] & 0xFF) << 8)
        | (window[at + 3] & 0xFF);
  }
}
