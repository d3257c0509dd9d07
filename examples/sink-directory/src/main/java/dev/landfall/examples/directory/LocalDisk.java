package dev.landfall.examples.directory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The file system of this machine. Stateless, thread-safe. */
final class LocalDisk implements Disk {
  @Override
  public void makeDirectories(Path directory) throws IOException {
    Files.createDirectories(directory);
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  @Override
  public FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  @Override
  public void force(Path file, FileChannel channel) throws IOException {
    channel.force(true);
  }

  @Override
  public void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }
}
