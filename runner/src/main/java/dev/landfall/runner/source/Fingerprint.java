package dev.landfall.runner.source;

import java.util.zip.CRC32C;

/**
 * Tells cheaply whether a stretch of bytes is still the one that was read. Immutable, thread-safe.
 *
 * @param length bytes of the stretch
 * @param checksum their CRC-32C
 */
record Fingerprint(int length, int checksum) {
  static Fingerprint of(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return new Fingerprint(to - from, (int) crc.getValue());
  }

  /** Reads what {@link #toString} wrote. */
  static Fingerprint parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new NumberFormatException("no ':' in '" + text + "'");
    }
    return new Fingerprint(
        Integer.parseInt(text.substring(0, colon)),
        Integer.parseUnsignedInt(text.substring(colon + 1), 16));
  }

  @Override
  public String toString() {
    return length + ":" + Integer.toHexString(checksum);
  }
}
