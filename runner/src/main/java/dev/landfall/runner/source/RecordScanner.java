package dev.landfall.runner.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts an input into records and knows where each of them begins. One thread at a time.
 *
 * <p><b>Invariants.</b> {@code history <= start <= scanned <= limit}; the bytes in {@code [history,
 * start)} stand directly before the next record in the input, so that the fingerprint of the last
 * bytes before a position needs no further read; no record ends in {@code [start, scanned)}; index
 * {@code i} holds the input's byte {@code origin + i}, less what was dropped before it.
 *
 * <p>A record above the bound is not held: its beginning is kept for the rejection, what follows is
 * searched for the record's end and dropped.
 */
final class RecordScanner implements Closeable {
  /** What {@link #next} found. */
  enum Found {
    /** A record, between {@link #from} and {@link #to}. */
    RECORD,
    /**
     * The end of a record above the bound; its beginning is between {@link #from} and {@link #to}.
     */
    TOO_LARGE,
    /** No record yet; more may come. */
    WAIT,
    /** No record any more. */
    END
  }

  /** So much of the bytes before a position goes into its fingerprint. */
  static final int TAIL_BYTES = 1024;

  private static final int BUFFER_BYTES = 1 << 18;

  /** So much of a record above the bound is kept. */
  private static final int SAMPLE_BYTES = 1024;

  private final InputBytes input;
  private final Framing framing;
  private final int maxRecordBytes;
  private final Head head = new Head();
  private byte[] buffer = new byte[BUFFER_BYTES];
  private long origin;
  private int history;
  private int start;
  private int scanned;
  private int limit;
  private long line = 1;
  private boolean endIsFinal;

  /** Bytes of the record above the bound that were dropped so far, or -1 outside of one. */
  private long dropped = -1;

  private int from;
  private int to;
  private long recordPosition;
  private long recordLine;
  private long recordBytes;

  RecordScanner(InputBytes input, Framing framing, int maxRecordBytes) {
    this.input = input;
    this.framing = framing;
    this.maxRecordBytes = maxRecordBytes;
    framing.begin();
  }

  /**
   * From now on the present end of the input is its end for good: a last line may lack its break.
   */
  void endIsFinal() {
    endIsFinal = true;
  }

  /** Where the next record begins. */
  long position() {
    return origin - Math.max(dropped, 0) + start;
  }

  /** The line where the next record begins, counted from 1. */
  long line() {
    return line;
  }

  /** The fingerprint of the input's first bytes, as far as they stand before the next record. */
  Fingerprint head() {
    return head.before(position());
  }

  /** The fingerprint of the last bytes before the next record. */
  Fingerprint tail() {
    return Fingerprint.of(buffer, Math.max(history, start - TAIL_BYTES), start);
  }

  /** Whether the input still holds the bytes before the next record. */
  boolean stillHolds() throws IOException {
    return input.holds(position(), buffer, Math.max(history, start - TAIL_BYTES), start);
  }

  byte[] buffer() {
    return buffer;
  }

  /** Where the record found last begins in {@link #buffer}; valid until the next call. */
  int from() {
    return from;
  }

  /** Where it ends, without its line break. */
  int to() {
    return to;
  }

  long recordPosition() {
    return recordPosition;
  }

  long recordLine() {
    return recordLine;
  }

  /** Its size, which for one above the bound is more than what is kept. */
  long recordBytes() {
    return recordBytes;
  }

  int maxRecordBytes() {
    return maxRecordBytes;
  }

  /** Bytes of the stored input that were read. */
  long consumed() throws IOException {
    return input.consumed();
  }

  /** Finds the next record. */
  Found next() throws IOException {
    if (position() == 0 && !skipMark()) {
      return Found.WAIT;
    }
    while (true) {
      int end = framing.end(buffer, start, scanned, limit);
      if (end >= 0) {
        return take(end, end + 1);
      }
      scanned = limit;
      int read = fill();
      if (read <= 0) {
        return atEnd(read);
      }
    }
  }

  private Found atEnd(int read) {
    boolean ended = read == InputBytes.AT_END && endIsFinal;
    if (ended && (limit > start || dropped > 0)) {
      return take(limit, limit);
    }
    return ended ? Found.END : Found.WAIT;
  }

  private Found take(int end, int next) {
    from = start;
    recordPosition = position();
    recordLine = line;
    recordBytes = end - start + Math.max(dropped, 0);
    boolean tooLarge = recordBytes > maxRecordBytes;
    to = tooLarge ? Math.min(end, start + SAMPLE_BYTES) : withoutReturn(end);
    line += framing.innerLines() + (next > end ? 1 : 0);
    history = dropped > 0 ? start + SAMPLE_BYTES : history;
    start = next;
    scanned = next;
    dropped = -1;
    framing.begin();
    return tooLarge ? Found.TOO_LARGE : Found.RECORD;
  }

  private int withoutReturn(int end) {
    return end > start && buffer[end - 1] == '\r' ? end - 1 : end;
  }

  private int fill() throws IOException {
    boolean dropping = dropped >= 0 && limit - start > SAMPLE_BYTES + 1;
    if (dropping || limit - start > maxRecordBytes) {
      drop();
    } else if (limit == buffer.length) {
      makeRoom();
    }
    int read = input.read(buffer, limit, buffer.length - limit);
    if (read > 0) {
      head.read(origin + limit, buffer, limit, read);
      limit += read;
    }
    return read;
  }

  /** Keeps the record's beginning and its last byte, for framing looks one byte back. */
  private void drop() {
    int kept = start + SAMPLE_BYTES;
    int count = limit - 1 - kept;
    buffer[kept] = buffer[limit - 1];
    origin += count;
    dropped = Math.max(dropped, 0) + count;
    limit = kept + 1;
    scanned = limit;
  }

  private void makeRoom() {
    int first = Math.max(history, start - TAIL_BYTES);
    int kept = limit - first;
    int size = BUFFER_BYTES;
    while (size < 2L * kept && size < maxBufferBytes()) {
      size = (int) Math.min(2L * size, maxBufferBytes());
    }
    byte[] target = size == buffer.length ? buffer : new byte[size];
    System.arraycopy(buffer, first, target, 0, kept);
    buffer = target;
    origin += first;
    history = 0;
    start -= first;
    scanned -= first;
    limit -= first;
  }

  /** Room for a record at the bound, the bytes before it and at least one more read. */
  private long maxBufferBytes() {
    return Math.min((long) maxRecordBytes + TAIL_BYTES + BUFFER_BYTES, Integer.MAX_VALUE - 8);
  }

  /** Passes over a byte order mark; false while it cannot be told whether there is one. */
  private boolean skipMark() throws IOException {
    int read = 1;
    while (limit < Utf8.MARK.length && read > 0) {
      read = fill();
    }
    int length = Math.min(limit, Utf8.MARK.length);
    if (!Arrays.equals(buffer, 0, length, Utf8.MARK, 0, length)) {
      return true;
    }
    if (length == Utf8.MARK.length) {
      start = length;
      scanned = length;
    }
    return length == Utf8.MARK.length || (endIsFinal && read == InputBytes.AT_END);
  }

  /** Reads the first bytes, so that {@link #headBefore} can be compared. */
  void readHead() throws IOException {
    int read = 1;
    while (limit < Head.BYTES && read > 0) {
      read = fill();
    }
  }

  /** The fingerprint of the input's first bytes, as far as they stand before a position. */
  Fingerprint headBefore(long position) {
    return head.before(position);
  }

  /**
   * Goes to a position that was read before.
   *
   * @param tailBytes how many bytes before it are read too, for {@link #tail}
   * @return false if the input is shorter
   */
  boolean moveTo(long position, long itsLine, int tailBytes) throws IOException {
    origin = position - tailBytes;
    if (!input.seek(origin)) {
      return false;
    }
    history = 0;
    limit = 0;
    int read = 1;
    while (limit < tailBytes && read > 0) {
      read = input.read(buffer, limit, tailBytes - limit);
      limit += Math.max(read, 0);
    }
    start = limit;
    scanned = limit;
    line = itsLine;
    framing.begin();
    return limit == tailBytes;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
