package dev.landfall.runner.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Tells one file from another that stands at its path later. Stateless, thread-safe. */
final class FileIdentity {
  /** There is no file, or the file system tells no identities. */
  static final String NONE = "";

  private FileIdentity() {}

  /** The file system's own name of a file (device and inode), which renaming keeps. */
  static String of(Path file) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? NONE : key.toString();
    } catch (NoSuchFileException e) {
      return NONE;
    }
  }
}
