package dev.landfall.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a run of the suite keeps logs and an archive of classes. It names its process, so that the
 * next run deletes what a killed one has left. One thread at a time.
 */
final class WireFolder implements AutoCloseable {
  private static final String PREFIX = "landfall-conformance-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-.*");

  private final Path path;

  private WireFolder(Path path) {
    this.path = path;
  }

  static WireFolder make() throws IOException {
    Path made = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
    for (Path other : siblings(made)) {
      if (isAbandoned(other)) {
        delete(other);
      }
    }
    return new WireFolder(made);
  }

  private static List<Path> siblings(Path made) throws IOException {
    try (Stream<Path> all = Files.list(made.resolve("..").normalize())) {
      return all.toList();
    }
  }

  private static boolean isAbandoned(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  Path path() {
    return path;
  }

  /** Another run may be at it too: what cannot be deleted is left to the next. */
  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // See above.
    }
  }

  @Override
  public void close() {
    delete(path);
  }
}
