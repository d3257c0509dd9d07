package dev.landfall.sdk;

import java.util.Arrays;

/**
 * The versioned bytes that name one prepared transaction or one sealed log segment: enough to
 * finish it from any process (T-3), never a live object.
 *
 * <p>What is inside {@code payload} is the sink's own; {@code version} tells the sink how to read
 * it. The sdk frames a committable for storage ({@code CommittableCodec}) with magic, length and
 * checksum, so a sink never meets damaged bytes. The summary is printed by operators' commands and
 * errors and holds no secret (SI-9). Immutable: the array is copied in and out. Thread-safe.
 */
public final class Committable {
  private final IntervalId interval;
  private final int version;
  private final byte[] payload;
  private final long records;
  private final String summary;

  private Committable(
      IntervalId interval, int version, byte[] payload, long records, String summary) {
    if (version < 1 || records < 0) {
      throw new IllegalArgumentException(
          "Cannot make a committable of "
              + interval
              + ": version "
              + version
              + ", records "
              + records);
    }
    this.interval = interval;
    this.version = version;
    this.payload = payload.clone();
    this.records = records;
    this.summary = summary;
  }

  /**
   * Names what was prepared.
   *
   * @param interval whose records these are
   * @param version of the payload's layout, 1 or more; a sink reads all versions that it ever wrote
   * @param payload the sink's own bytes
   * @param records how many records a commit makes visible; told when they are lost (T-5)
   * @param summary one printable line without secrets, such as {@code xid 6f7264…, 412 rows}
   */
  public static Committable of(
      IntervalId interval, int version, byte[] payload, long records, String summary) {
    return new Committable(interval, version, payload, records, summary);
  }

  public IntervalId interval() {
    return interval;
  }

  public int version() {
    return version;
  }

  public byte[] payload() {
    return payload.clone();
  }

  public long records() {
    return records;
  }

  public String summary() {
    return summary;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Committable that
        && interval.equals(that.interval)
        && version == that.version
        && records == that.records
        && summary.equals(that.summary)
        && Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return 31 * interval.hashCode() + Arrays.hashCode(payload);
  }

  @Override
  public String toString() {
    return interval + " (" + summary + ")";
  }
}
