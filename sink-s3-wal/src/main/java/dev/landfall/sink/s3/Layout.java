package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where each record goes and how it is written. Immutable, thread-safe.
 *
 * @param prefix what every key begins with: empty, or ending with a slash
 * @param partition the folders by value
 * @param format how a record becomes bytes
 * @param extension what a data object's name ends with
 * @param fingerprint of the configuration that decides the bytes of an object
 */
record Layout(
    String prefix,
    PartitionTemplate partition,
    RecordFormat format,
    String extension,
    String fingerprint) {
  /** Raised whenever the same configuration would cut or write records differently. */
  private static final int VERSION = 2;

  /** Amazon S3: 1,024 bytes of UTF-8; ours are ASCII. */
  private static final int MAX_KEY_LENGTH = 1_024;

  /** Room below the 255 bytes of a file name for a temporary file's prefix. */
  private static final int MAX_FOLDER_LENGTH = 220;

  /** Of the longest name that a data object can have. */
  private static final int MAX_NAME_LENGTH = 48 + 32 + 9 + 18 + 18 + 18 + 8 + 9 + 10;

  static Layout of(S3WalConfig config, SinkId id, RecordFormat format, Codec codec)
      throws SinkException {
    try {
      return new Layout(
          PrefixTemplate.resolve(config.prefix(), id),
          PartitionTemplate.parse(config.partition().orElse("")),
          format,
          format.extension() + codec.suffix(),
          fingerprint(config));
    } catch (IllegalArgumentException e) {
      throw new SinkException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Why the record has no place, or empty (SI-8). */
  Optional<String> check(SinkRecord record) {
    try {
      Optional<String> problem = problem(partition.folders(record));
      return problem.isPresent() ? problem : format.check(record);
    } catch (UnwritableException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Why there can be no object in these folders, or empty. */
  Optional<String> problem(String folders) {
    if (prefix.length() + folders.length() + MAX_NAME_LENGTH > MAX_KEY_LENGTH) {
      return Optional.of("its folders make a key longer than " + MAX_KEY_LENGTH + " bytes");
    }
    if (folders.isEmpty()) {
      return Optional.empty();
    }
    for (String folder : folders.split("/", -1)) {
      if (folder.length() > MAX_FOLDER_LENGTH) {
        return Optional.of(
            "a folder's name has "
                + folder.length()
                + " bytes, expected at most "
                + MAX_FOLDER_LENGTH);
      }
    }
    return Optional.empty();
  }

  /** The key of one part. */
  String key(IntervalId interval, String folders, long part) {
    return prefix + folders + new ObjectName(interval, part, fingerprint, extension);
  }

  private static String fingerprint(S3WalConfig config) {
    String decides =
        String.join(
            "\n",
            Integer.toString(VERSION),
            config.partition().orElse(""),
            config.format().name(),
            String.join(",", config.columns()),
            Boolean.toString(config.header()),
            config.compression().name(),
            Integer.toString(config.level()),
            Long.toString(config.objectSize().bytes()),
            Long.toString(config.objectRecords()),
            Long.toString(config.buffer().bytes()),
            Long.toString(config.store().partSize().bytes()));
    return Digest.of(decides.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
