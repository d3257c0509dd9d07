package dev.landfall.runner.source;

/** The first bytes of an input, kept for their fingerprint. Owned by one scanner. */
final class Head {
  /** So many bytes tell one file from another. */
  static final int BYTES = 4096;

  private final byte[] bytes = new byte[BYTES];
  private int length;

  /** Takes what was read at a position; does nothing beyond the first bytes. */
  void read(long position, byte[] buffer, int from, int count) {
    if (position == length && length < BYTES) {
      int taken = Math.min(count, BYTES - length);
      System.arraycopy(buffer, from, bytes, length, taken);
      length += taken;
    }
  }

  /** The fingerprint of the first bytes before a position. */
  Fingerprint before(long position) {
    return Fingerprint.of(bytes, 0, (int) Math.min(position, length));
  }
}
