package dev.landfall.sink.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * File operations that have reached the disk when they return. A new name is durable only once the
 * folder that holds it has been synced, so every step that makes one syncs it. Stateless,
 * thread-safe.
 */
final class DurableFiles {
  private DurableFiles() {}

  /** Makes a folder and those above it, each durable in its parent. */
  static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = Objects.requireNonNull(folder.toAbsolutePath().getParent());
    createFolders(parent);
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    syncFolder(parent);
  }

  /**
   * Writes a file and its bytes to the disk.
   *
   * @return false, and nothing is written, if there is a file of that name
   */
  static boolean writeNew(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      writeFully(channel, bytes, 0);
      channel.force(true);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  static void writeAt(Path file, byte[] bytes, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      writeFully(channel, bytes, offset);
    }
  }

  static void syncFile(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  static void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void writeFully(FileChannel channel, byte[] bytes, long offset)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, offset + buffer.position());
    }
  }
}
