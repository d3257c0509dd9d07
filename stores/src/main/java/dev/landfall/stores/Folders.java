package dev.landfall.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The two folders of this module. The cache holds what can be made again (binaries, templates,
 * archives, lists of class paths) and may be deleted at any time. The state holds what runs (data
 * of running servers, the register, the port claims) and is not under the temporary folder, which
 * is often in memory: an fsync must reach a disk. Thread-safe.
 */
final class Folders {
  private static final Duration COPY_BOUND = Duration.ofMinutes(3);

  private static final int DELETE_TRIES = 5;

  private Folders() {}

  static Path cache(String part) {
    return made(
        Settings.find("LANDFALL_CACHE")
            .map(Path::of)
            .orElseGet(() -> userFolder("XDG_CACHE_HOME", ".cache"))
            .resolve(part));
  }

  static Path state(String part) {
    return made(
        Settings.find("LANDFALL_STATE")
            .map(Path::of)
            .orElseGet(() -> userFolder("XDG_STATE_HOME", ".local/state"))
            .resolve(part));
  }

  private static Path userFolder(String variable, String underHome) {
    return Optional.ofNullable(System.getenv(variable))
        .filter(text -> text.startsWith("/"))
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), underHome))
        .resolve("landfall");
  }

  static Path made(Path folder) {
    try {
      return Files.createDirectories(folder.toAbsolutePath());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot create folder \"" + folder + "\" (set LANDFALL_CACHE and LANDFALL_STATE)", e);
    }
  }

  /** Copies a tree; block sharing where the file system has it, holes are kept. */
  static void copy(Path from, Path to) {
    List<String> command =
        List.of("cp", "-a", "--reflink=auto", "--sparse=auto", from.toString(), to.toString());
    Command.of(command).run(COPY_BOUND);
  }

  /** Deletes a tree; tried again when somebody else deletes the same, or a file is added. */
  static void delete(Path folder) {
    IOException last = null;
    for (int tried = 0; tried < DELETE_TRIES; tried++) {
      try {
        deleteOnce(folder);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new StoreException("Cannot delete \"" + folder + "\"", last);
  }

  private static void deleteOnce(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new StoreException("Cannot write \"" + file + "\"", e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new StoreException("Cannot read \"" + file + "\"", e);
    }
  }
}
