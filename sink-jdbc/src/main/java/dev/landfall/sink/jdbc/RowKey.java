package dev.landfall.sink.jdbc;

import java.util.Arrays;

/**
 * The converted values of a key's columns, so that keys that are equal for the database are equal
 * here, as far as that can be known ({@link Column#comparable}). The values of one column have one
 * class, so that keys have an order: two writers that sort their batches by it cannot lock each
 * other's rows crosswise. Immutable, thread-safe.
 */
final class RowKey implements Comparable<RowKey> {
  private final Object[] values;

  RowKey(Object[] values) {
    this.values = values;
  }

  Object value(int index) {
    return values[index];
  }

  @Override
  public int compareTo(RowKey other) {
    for (int i = 0; i < values.length; i++) {
      int order = compare(values[i], other.values[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Compares two values of one column. */
  @SuppressWarnings("unchecked") // every converted type but byte[] is comparable with itself
  static int compare(Object left, Object right) {
    if (left instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) right);
    }
    // An unsigned 64-bit column gives a Long where one holds the value, else a BigDecimal.
    if (left.getClass() != right.getClass()) {
      return left instanceof Long ? -1 : 1;
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(values);
  }
}
