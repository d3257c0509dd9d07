package dev.landfall.runner.source;

import java.io.InputStream;

/**
 * Gives one parser one record after another, as if they were one stream: making a parser for each
 * costs as much as reading a third of a short record. Within a record its end is the stream's end.
 * Owned by one parser.
 */
final class LineFeed extends InputStream {
  private byte[] bytes = new byte[0];
  private int from;
  private int next;
  private int to;

  /** Bytes given before the present record. */
  private long before;

  /** The next record; what is left of the last one is dropped. */
  void offer(byte[] record, int itsFrom, int itsTo) {
    before += next - from;
    bytes = record;
    from = itsFrom;
    next = itsFrom;
    to = itsTo;
  }

  /** The index in the record of a byte of the stream. */
  int index(long streamOffset) {
    return from + (int) (streamOffset - before);
  }

  @Override
  public int read() {
    return next < to ? bytes[next++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    int count = Math.min(length, to - next);
    if (count <= 0) {
      return -1;
    }
    System.arraycopy(bytes, next, target, offset, count);
    next += count;
    return count;
  }
}
