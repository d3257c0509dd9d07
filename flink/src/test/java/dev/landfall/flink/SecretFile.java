package dev.landfall.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Secrets stand in files, as in a real job. Stateless, thread-safe. */
final class SecretFile {
  private SecretFile() {}

  /** The option that refers to a new file with this text. */
  static String reference(String secret) {
    try {
      Path file = Files.createTempFile("landfall-test", ".secret");
      file.toFile().deleteOnExit();
      Files.writeString(file, secret);
      return "${file:" + file + "}";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
