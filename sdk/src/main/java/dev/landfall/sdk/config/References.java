package dev.landfall.sdk.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where {@code ${env:NAME}} and {@code ${file:PATH}} in a configuration take their text from.
 * Thread-safe.
 */
public interface References {
  /** A file that a reference names may have this many bytes: a secret or a certificate, no data. */
  int MAX_FILE_BYTES = 1 << 20;

  /** The value of an environment variable, empty if it is not set. */
  Optional<String> variable(String name);

  /**
   * The whole text of a file, UTF-8.
   *
   * @throws IOException if it cannot be read; {@link java.nio.file.NoSuchFileException} if there is
   *     none
   */
  String file(Path path) throws IOException;

  /** The variables of this process, and files relative to its working directory. */
  static References ofProcess() {
    return new References() {
      @Override
      public Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name));
      }

      @Override
      public String file(Path path) throws IOException {
        if (Files.size(path) > MAX_FILE_BYTES) {
          throw new IOException("it is longer than " + MAX_FILE_BYTES + " bytes");
        }
        return Files.readString(path);
      }
    };
  }
}
