package dev.landfall.examples.directory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Everything that the sink does to a file system and that a crash can leave half done, one
 * operation a method: between any two of them the process may die. Thread-safe.
 *
 * <p>There is no wire between this sink and its store on which somebody could cut the connection.
 * So the port is where the conformance suite stands: its tests give the sink a disk that asks, at
 * each operation, whether the process is to die here.
 */
interface Disk {
  /** The file system itself. */
  Disk LOCAL = new LocalDisk();

  /** Makes the directory and those above it, where they are not there. */
  void makeDirectories(Path directory) throws IOException;

  /** Makes a directory that must not be there. */
  void makeDirectory(Path directory) throws IOException;

  /** Makes a file that must not be there, and opens it. */
  FileChannel create(Path file) throws IOException;

  /** Makes the bytes of a file durable. */
  void force(Path file, FileChannel channel) throws IOException;

  /** Makes the names in a directory durable: a rename is, only when its directory is. */
  void sync(Path directory) throws IOException;

  /** Writes a small file whole. */
  void write(Path file, String text) throws IOException;

  /** Renames atomically; an existing target is replaced. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes a file or an empty directory; it may be gone already. */
  void delete(Path path) throws IOException;
}
