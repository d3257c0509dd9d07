package dev.landfall.source.kafka;

/** When reading ends. */
public enum Until {
  /** Never; new records are waited for. */
  STOPPED,
  /** At what was there when the split was opened. */
  LATEST
}
