package dev.landfall.sink.kafka;

/** A record cannot be written, whatever is tried (SI-8). Made on one thread, so without a trace. */
final class UnwritableException extends Exception {
  UnwritableException(String reason) {
    super(reason, null, false, false);
  }

  /** Never null: the constructor takes one. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
