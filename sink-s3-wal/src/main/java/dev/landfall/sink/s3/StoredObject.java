package dev.landfall.sink.s3;

import java.util.Arrays;

/** An object, read whole. The array is shared and must not be changed. Thread-safe. */
@SuppressWarnings("ArrayRecordComponent") // compared by content, see equals
record StoredObject(byte[] bytes, String etag) {
  @Override
  public boolean equals(Object other) {
    return other instanceof StoredObject that
        && Arrays.equals(bytes, that.bytes)
        && etag.equals(that.etag);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes, ETag " + etag;
  }
}
