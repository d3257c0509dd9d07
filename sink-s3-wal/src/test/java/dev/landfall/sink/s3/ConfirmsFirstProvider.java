package dev.landfall.sink.s3;

/** {@code type: s3-wal-confirms-before-data}. */
public final class ConfirmsFirstProvider extends SpoiledProvider {
  static final String NAME = "s3-wal-confirms-before-data";

  /** For the service loader. */
  public ConfirmsFirstProvider() {
    super(
        NAME,
        "the S3 sink with its confirmation before its data",
        BrokenStore.Fault.CONFIRMS_BEFORE_DATA);
  }
}
