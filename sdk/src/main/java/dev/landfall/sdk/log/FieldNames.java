package dev.landfall.sdk.log;

import dev.landfall.sdk.DamagedStateException;

/**
 * The names of a record's fields, which are those of the record before in the same places as a
 * rule: such a name is compared and not decoded, and comes with its hash. One thread at a time.
 */
final class FieldNames {
  /** Of one record; further names are decoded each time. */
  private static final int MAX_REMEMBERED = 256;

  /** A longer name is decoded each time, so that this holds little, whatever the records hold. */
  private static final int MAX_REMEMBERED_BYTES = 256;

  private final byte[][] encoded = new byte[MAX_REMEMBERED][];
  private final String[] names = new String[MAX_REMEMBERED];
  private int place;

  /** Says that another record begins. */
  void begin() {
    place = 0;
  }

  /** Takes the next name. */
  String take(ByteInput in) throws DamagedStateException {
    if (place == MAX_REMEMBERED) {
      return in.takeText();
    }
    int here = place++;
    byte[] before = encoded[here];
    return before != null && in.takeIfNext(before) ? names[here] : decoded(in, here);
  }

  private String decoded(ByteInput in, int here) throws DamagedStateException {
    int start = in.position();
    String name = in.takeText();
    if (in.position() - start <= MAX_REMEMBERED_BYTES) {
      encoded[here] = in.copySince(start);
      names[here] = name;
    }
    return name;
  }
}
