package dev.landfall.sink.redis;

/**
 * The place of a record among those of its key: the greater one wins. Immutable, thread-safe.
 *
 * @param number grows with each change of a key
 * @param mark of the split in which numbers have an order; empty if they have it everywhere
 */
record Version(long number, String mark) {
  /** In mode {@code set}, where the last one wins. */
  static final Version NONE = new Version(0, "");

  boolean isComparableTo(Version other) {
    return mark.equals(other.mark);
  }

  boolean isNewerThan(Version other) {
    return number > other.number;
  }

  /**
   * As it is stored and compared by the scripts: a decimal number, which Redis keeps as an integer.
   */
  byte[] bytes() {
    return Utf8.of(mark.isEmpty() ? Long.toString(number) : number + "." + mark);
  }
}
