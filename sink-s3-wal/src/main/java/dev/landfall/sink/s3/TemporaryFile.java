package dev.landfall.sink.s3;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The name of a file that is still being written, beside the one that it will become: {@code
 * .landfall-PID-NUMBER~NAME}. Listings pass over it. Immutable, thread-safe.
 */
record TemporaryFile(Path path) {
  private static final String PREFIX = ".landfall-";
  private static final char SEPARATOR = '~';

  static TemporaryFile beside(Path target, long number) {
    String name =
        PREFIX + ProcessHandle.current().pid() + '-' + number + SEPARATOR + target.getFileName();
    return new TemporaryFile(target.resolveSibling(name));
  }

  /** Reads one back, or says that {@code path} is none. */
  static Optional<TemporaryFile> of(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(PREFIX) && name.indexOf(SEPARATOR) > 0
        ? Optional.of(new TemporaryFile(path))
        : Optional.empty();
  }

  static boolean isOne(String name) {
    return name.startsWith(PREFIX);
  }

  /** What it will become. */
  Path target() {
    String name = Objects.requireNonNull(path.getFileName()).toString();
    return path.resolveSibling(name.substring(name.indexOf(SEPARATOR) + 1));
  }
}
