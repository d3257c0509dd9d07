package dev.landfall.runner.source;

/** A record a line. Owned by one scanner. */
final class LineFraming implements Framing {
  @Override
  public void begin() {
    // A line has no state.
  }

  @Override
  public int end(byte[] buffer, int start, int from, int to) {
    return ByteSearch.first(buffer, from, to, (byte) '\n');
  }

  @Override
  public int innerLines() {
    return 0;
  }
}
