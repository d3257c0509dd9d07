package dev.landfall.sink.s3;

/** The codecs by name. Stateless, thread-safe. */
final class Codecs {
  private Codecs() {}

  static Codec of(S3WalConfig config) {
    return switch (config.compression()) {
      case NONE -> new PlainCodec();
      case GZIP -> new GzipCodec(config.level());
      case ZSTD -> new ZstdCodec(config.level());
    };
  }
}
