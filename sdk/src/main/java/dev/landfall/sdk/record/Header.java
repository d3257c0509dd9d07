package dev.landfall.sdk.record;

import java.util.Arrays;

/**
 * A named piece of bytes beside a record; names may repeat. The array is shared, so it must not be
 * changed. Thread-safe.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content, see equals
public record Header(String name, byte[] value) {
  @Override
  public boolean equals(Object other) {
    return other instanceof Header that
        && name.equals(that.name)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + " (" + value.length + " bytes)";
  }
}
