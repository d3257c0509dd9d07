package dev.landfall.sink.s3;

/** The formats by name. Stateless, thread-safe. */
final class Formats {
  private Formats() {}

  static RecordFormat of(S3WalConfig config) {
    return switch (config.format()) {
      case JSONL -> new JsonLines();
      case CSV -> new Csv(config.columns(), config.header());
    };
  }
}
