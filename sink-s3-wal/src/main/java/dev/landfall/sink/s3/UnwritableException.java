package dev.landfall.sink.s3;

/**
 * A record cannot be written, whatever the store does; the message is the reason given to {@link
 * dev.landfall.sdk.RejectedRecords} (SI-8).
 */
final class UnwritableException extends Exception {
  UnwritableException(String message) {
    super(message);
  }
}
