package dev.landfall.runner.state;

/**
 * A state directory cannot be used as asked. The message follows "Cannot <em>verb what</em>:
 * <em>actual</em>, expected <em>bound</em> (<em>remedy</em>)".
 */
public final class StateException extends Exception {
  /** The closed vocabulary of causes. */
  public enum Reason {
    /** Another process holds the lease. */
    HELD,
    /** Another process took over: this one can complete nothing any more (HO-11). */
    LOST,
    /** What is there is not what was written. */
    DAMAGED,
    /** What is there belongs to another pipeline, source or sink. */
    FOREIGN,
    /** The checkpoint asked for is not there. */
    MISSING,
    /** The device refused before anything was visible: the checkpoint failed (HO-6). */
    FAILED,
    /** The checkpoint is visible, and nobody knows whether it would survive a power cut. */
    UNCERTAIN
  }

  private final Reason reason;

  StateException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  StateException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
