package dev.landfall.sink.s3;

import dev.landfall.sdk.config.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Configurations for tests, as the keys' defaults would give them. */
final class Configs {
  private Configs() {}

  static StoreConfig directory(Path directory) {
    return new StoreConfig(
        Optional.of(directory),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Addressing.PATH,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        4,
        Duration.ofSeconds(30),
        DataSize.parse("5MiB"));
  }

  static S3WalConfig jsonLines(Compression compression) {
    return new S3WalConfig(
        directory(Path.of("unused")),
        "events",
        Optional.empty(),
        Format.JSONL,
        List.of(),
        true,
        compression,
        Optional.empty(),
        2,
        DataSize.parse("64MiB"),
        10_000_000,
        DataSize.parse("64MiB"),
        4,
        LogHome.HOST,
        Optional.empty(),
        Fencing.CONDITIONAL_WRITES);
  }

  static S3WalConfig prefixed(S3WalConfig config, String prefix) {
    return new S3WalConfig(
        config.store(),
        prefix,
        config.partition(),
        config.format(),
        config.columns(),
        config.header(),
        config.compression(),
        config.compressionLevel(),
        config.compressionThreads(),
        config.objectSize(),
        config.objectRecords(),
        config.buffer(),
        config.uploads(),
        config.log(),
        config.logDirectory(),
        config.fencing());
  }

  static S3WalConfig partitioned(S3WalConfig config, String partition) {
    return new S3WalConfig(
        config.store(),
        config.prefix(),
        Optional.of(partition),
        config.format(),
        config.columns(),
        config.header(),
        config.compression(),
        config.compressionLevel(),
        config.compressionThreads(),
        config.objectSize(),
        config.objectRecords(),
        config.buffer(),
        config.uploads(),
        config.log(),
        config.logDirectory(),
        config.fencing());
  }

  static S3WalConfig limited(
      S3WalConfig config, String objectSize, long objectRecords, String buffer) {
    return new S3WalConfig(
        config.store(),
        config.prefix(),
        config.partition(),
        config.format(),
        config.columns(),
        config.header(),
        config.compression(),
        config.compressionLevel(),
        config.compressionThreads(),
        DataSize.parse(objectSize),
        objectRecords,
        DataSize.parse(buffer),
        config.uploads(),
        config.log(),
        config.logDirectory(),
        config.fencing());
  }

  static S3WalConfig csv(S3WalConfig config, List<String> columns) {
    return new S3WalConfig(
        config.store(),
        config.prefix(),
        config.partition(),
        Format.CSV,
        columns,
        config.header(),
        config.compression(),
        config.compressionLevel(),
        config.compressionThreads(),
        config.objectSize(),
        config.objectRecords(),
        config.buffer(),
        config.uploads(),
        config.log(),
        config.logDirectory(),
        config.fencing());
  }

  static S3WalConfig log(S3WalConfig config, LogHome log) {
    return with(config, log, Optional.empty(), config.fencing());
  }

  /** {@code directory} is where a local log is kept. */
  static S3WalConfig log(S3WalConfig config, LogHome log, Path directory) {
    Optional<Path> own = log == LogHome.LOCAL ? Optional.of(directory) : Optional.empty();
    return with(config, log, own, config.fencing());
  }

  static S3WalConfig unfenced(S3WalConfig config) {
    return with(config, config.log(), config.logDirectory(), Fencing.NONE);
  }

  private static S3WalConfig with(
      S3WalConfig config, LogHome log, Optional<Path> logDirectory, Fencing fencing) {
    return new S3WalConfig(
        config.store(),
        config.prefix(),
        config.partition(),
        config.format(),
        config.columns(),
        config.header(),
        config.compression(),
        config.compressionLevel(),
        config.compressionThreads(),
        config.objectSize(),
        config.objectRecords(),
        config.buffer(),
        config.uploads(),
        log,
        logDirectory,
        fencing);
  }
}
