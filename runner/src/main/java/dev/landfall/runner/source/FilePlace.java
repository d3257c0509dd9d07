package dev.landfall.runner.source;

import java.nio.file.Path;

/**
 * Where the file of a split stands, and how it is read. Immutable, thread-safe.
 *
 * @param split the split's name
 * @param path the file's path; with rotation, another file may stand there later
 * @param settings how it is read
 * @param schemas of which types its fields are
 */
record FilePlace(String split, Path path, FileSettings settings, TextRecords.SchemaSource schemas) {
  /** Whether the file may grow. */
  boolean grows() {
    return settings.follow() && settings.compression().of(path) == Compression.NONE;
  }
}
