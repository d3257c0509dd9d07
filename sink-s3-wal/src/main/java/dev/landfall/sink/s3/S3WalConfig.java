package dev.landfall.sink.s3;

import dev.landfall.sdk.config.DataSize;
import dev.landfall.sdk.config.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of {@code type: s3-wal}. Immutable, thread-safe. */
public record S3WalConfig(
    @Key("the object store: a bucket, or a local directory") StoreConfig store,
    @Key(
            value = "what every key begins with; {pipeline} and {sink} are filled in",
            defaultValue = "{pipeline}")
        String prefix,
    @Key(
            "folders by value, such as country={country}/dt={timestamp|yyyy-MM-dd}; {timestamp} is the record's time, any other name a field")
        Optional<String> partition,
    @Key(value = "jsonl or csv", defaultValue = "jsonl") Format format,
    @Key(value = "csv: the columns, in order", defaultValue = "[]") List<String> columns,
    @Key(value = "csv: whether each object begins with a line of names", defaultValue = "true")
        boolean header,
    @Key(value = "zstd, gzip or none", defaultValue = "zstd") Compression compression,
    @Key("zstd 1 to 19 (3 if absent), gzip 1 to 9 (6 if absent)")
        Optional<Integer> compressionLevel,
    @Key(value = "threads that compress, 1 to 64", defaultValue = "2") int compressionThreads,
    @Key(value = "an object is closed at this compressed size", defaultValue = "64MiB")
        DataSize objectSize,
    @Key(value = "an object is closed at this number of records", defaultValue = "10000000")
        long objectRecords,
    @Key(
            value =
                "memory for all open objects of one writer; when it is full, the largest are closed early",
            defaultValue = "64MiB")
        DataSize buffer,
    @Key(value = "requests at once that send data, 1 to 64", defaultValue = "4") int uploads,
    @Key(
            value =
                "where the write-ahead log lives: host (a local directory, records as they come), local (the directory of log-directory, objects as they will be sent) or store",
            defaultValue = "host")
        LogHome log,
    @Key("log: local: the directory that keeps segments until they are confirmed")
        Optional<Path> logDirectory,
    @Key(
            value =
                "conditional-writes, or none for a store that lacks them, at the price of at-least-once",
            defaultValue = "conditional-writes")
        Fencing fencing) {
  static final int DEFAULT_ZSTD_LEVEL = 3;
  static final int DEFAULT_GZIP_LEVEL = 6;
  private static final int MAX_THREADS = 64;

  /** Amazon S3 takes 10,000 parts; the last ones may come after the size is reached. */
  private static final long MAX_PARTS = 9_900;

  private static final long MIN_BYTES = 64L << 10;

  /** Checks the keys against each other. */
  public S3WalConfig {
    columns = List.copyOf(columns);
    require(
        format != Format.CSV || !columns.isEmpty(), "'format: csv' needs the names of 'columns'");
    require(
        columns.stream().distinct().count() == columns.size(), "'columns' names a column twice");
    require(
        compressionThreads >= 1 && compressionThreads <= MAX_THREADS,
        "'compression-threads' is " + compressionThreads + ", expected 1 to " + MAX_THREADS);
    require(
        uploads >= 1 && uploads <= MAX_THREADS,
        "'uploads' is " + uploads + ", expected 1 to " + MAX_THREADS);
    require(
        objectSize.bytes() >= MIN_BYTES,
        "'object-size' is " + objectSize + ", expected 64KiB or more");
    require(
        store.bucket().isEmpty() || objectSize.bytes() / MAX_PARTS <= store.partSize().bytes(),
        "'object-size' is "
            + objectSize
            + ", expected at most "
            + MAX_PARTS
            + " times the 'part-size' of "
            + store.partSize());
    require(buffer.bytes() >= MIN_BYTES, "'buffer' is " + buffer + ", expected 64KiB or more");
    require(objectRecords >= 1, "'object-records' is " + objectRecords + ", expected 1 or more");
    require(
        (log == LogHome.LOCAL) == logDirectory.isPresent(),
        "'log: local' and 'log-directory' stand together or not at all");
    requireLevel(compression, compressionLevel);
  }

  /** The level to compress with; 0 without compression. */
  int level() {
    return switch (compression) {
      case NONE -> 0;
      case GZIP -> compressionLevel.orElse(DEFAULT_GZIP_LEVEL);
      case ZSTD -> compressionLevel.orElse(DEFAULT_ZSTD_LEVEL);
    };
  }

  private static void requireLevel(Compression compression, Optional<Integer> level) {
    int highest =
        switch (compression) {
          case NONE -> 0;
          case GZIP -> 9;
          case ZSTD -> 19;
        };
    require(
        level.isEmpty() || (level.get() >= 1 && level.get() <= highest),
        "'compression-level' does not fit: " + compression + " takes 1 to " + highest);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
