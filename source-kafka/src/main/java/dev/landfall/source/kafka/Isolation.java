package dev.landfall.source.kafka;

import java.util.Locale;

/** Which records are read. */
public enum Isolation {
  /** Those of committed transactions, and those without one. */
  READ_COMMITTED,
  /** All, aborted ones too. */
  READ_UNCOMMITTED;

  /** As the consumer calls it. */
  String property() {
    return name().toLowerCase(Locale.ROOT);
  }
}
