package dev.landfall.sdk.log;

import dev.landfall.sdk.IntervalId;

/** The words in which a torn segment is reported. Stateless, thread-safe. */
final class TornSegments {
  static final String REMEDY =
      "its records are lost here; bring back the file, or restore a checkpoint from before it";

  private TornSegments() {}

  static TornSegmentException missing(Seal sealed, Throwable cause) {
    return new TornSegmentException(
        "Cannot read segment "
            + sealed.name()
            + ": it is gone, expected "
            + sealed.summary()
            + end(),
        cause);
  }

  static TornSegmentException length(Seal sealed, long actual) {
    return new TornSegmentException(
        "Cannot read segment "
            + sealed.name()
            + ": "
            + actual
            + " bytes, expected "
            + sealed.bytes()
            + end());
  }

  static TornSegmentException other(Seal sealed, Seal actual) {
    return new TornSegmentException(
        String.format(
            "Cannot read segment %s: another one of this name (%s, checksum %08x), expected %s, checksum %08x%s",
            sealed.name(),
            actual.summary(),
            actual.checksum(),
            sealed.summary(),
            sealed.checksum(),
            end()));
  }

  static TornSegmentException at(Seal sealed, long record, long at, String actual) {
    return new TornSegmentException(
        String.format(
            "Cannot read segment %s: record %d of %d at byte %d: %s, expected what was sealed%s",
            sealed.name(), record, sealed.records(), at, actual, end()));
  }

  static TornSegmentException otherInterval(Seal sealed, IntervalId interval) {
    return new TornSegmentException(
        "Cannot read segment "
            + sealed.name()
            + ": its header names another interval, expected "
            + interval
            + end());
  }

  private static String end() {
    return " (" + REMEDY + ")";
  }
}
