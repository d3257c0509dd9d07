package dev.landfall.sdk.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Directories whose entries survive a power loss: POSIX makes an entry durable by an fsync of the
 * directory that holds it, not by one of the file. Stateless, thread-safe.
 */
final class DurableDirectories {
  private DurableDirectories() {}

  /** Makes the directory and all above it, and each of their entries durable. */
  static void create(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null) {
      create(parent);
    }
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
      // Another writer of this sink was faster; its entry is made durable below all the same.
    }
    forceEntry(directory);
  }

  /** Makes durable that there is a file or directory of that name. */
  static void forceEntry(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory == null) {
      return; // the root is nobody's entry
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
