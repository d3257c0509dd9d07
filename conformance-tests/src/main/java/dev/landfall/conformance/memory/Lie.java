package dev.landfall.conformance.memory;

import dev.landfall.sdk.probe.Property;

/** What a store may promise and not keep. */
public enum Lie {
  ACKNOWLEDGES_BEFORE_IT_APPLIES(Property.ACKNOWLEDGED_SURVIVES_KILL),
  PREPARED_LOST_AT_DISCONNECT(Property.PREPARED_SURVIVES_DISCONNECT),
  PREPARED_LOST_AT_RESTART(Property.PREPARED_SURVIVES_KILL),
  COMMIT_NOT_ATOMIC(Property.COMMIT_ATOMIC),
  CONDITIONAL_PUT_IGNORED(Property.CONDITIONAL_PUT),
  FENCING_IGNORED(Property.FENCING);

  private final Property denied;

  Lie(Property denied) {
    this.denied = denied;
  }

  /** The property that such a store lacks. */
  public Property denied() {
    return denied;
  }
}
