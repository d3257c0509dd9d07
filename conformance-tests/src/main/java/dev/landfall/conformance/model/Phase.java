package dev.landfall.conformance.model;

import java.util.Locale;

/** What a sink or its host is doing: the rows of the fault matrix. */
public enum Phase {
  OPEN,
  WRITE,
  PREPARE,
  CHECKPOINT,
  COMMIT,
  CONFIRM,
  ABORT,
  RECOVER,
  END,
  /** Recovery with another parallelism than before. */
  RESCALE;

  /** As written in addresses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
