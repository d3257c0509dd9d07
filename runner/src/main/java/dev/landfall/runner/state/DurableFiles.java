package dev.landfall.runner.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The steps of which durable state is made. Stateless, thread-safe.
 *
 * <p>Each works by path and never by an open directory: after a take-over renamed the directory,
 * the path leads nowhere (HO-11).
 */
final class DurableFiles {
  private DurableFiles() {}

  /** Writes a file that must not exist yet; its bytes are on the device on return. */
  static void writeNew(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /** {@code rename(2)}: there under the new name, or not. */
  static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Makes names in a directory survive a power cut; a rename alone need not. */
  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Deletes a directory and what is in it; whatever is gone meanwhile is fine. */
  static void deleteTree(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      for (Path child : Layout.children(directory)) {
        deleteTree(child);
      }
    }
    Files.deleteIfExists(directory);
  }
}
