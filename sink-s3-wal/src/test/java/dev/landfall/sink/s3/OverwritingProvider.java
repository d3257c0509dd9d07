package dev.landfall.sink.s3;

/** {@code type: s3-wal-overwrites-confirmations}. */
public final class OverwritingProvider extends SpoiledProvider {
  static final String NAME = "s3-wal-overwrites-confirmations";

  /** For the service loader. */
  public OverwritingProvider() {
    super(NAME, "the S3 sink without If-None-Match", BrokenStore.Fault.OVERWRITES_CONFIRMATIONS);
  }
}
