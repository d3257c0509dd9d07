package dev.landfall.sink.redis;

/** A record cannot be written, whatever is tried (SI-8). Without a trace: it is made for each. */
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
