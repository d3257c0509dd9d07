package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Says what is wrong with a file, and what helps. Stateless, thread-safe. */
final class FileFault {
  private FileFault() {}

  static SourceException reading(Path file, IOException e) {
    String text = "Cannot read '" + file + "': ";
    if (e instanceof NoSuchFileException) {
      return new SourceException(text + "there is no such file (put it back, or mend path)", e);
    }
    if (e instanceof AccessDeniedException) {
      return new SourceException(text + "access is denied (allow this user to read it)", e);
    }
    if (e instanceof EOFException) {
      return new SourceException(
          text + "it ends within its compressed data (move files here when they are complete)", e);
    }
    return new SourceException(text + e.getMessage(), e);
  }

  /** Tells an interrupt, which closes the file, from a fault. */
  static void throwIfInterrupted(IOException e) throws InterruptedException {
    if (e instanceof ClosedByInterruptException) {
      // The status of the thread says the same once more; whoever catches this decides.
      Thread.interrupted();
      InterruptedException interrupted = new InterruptedException("interrupted while reading");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** A checkpoint's position and a file that no longer go together. */
  static SourceException mismatch(String split, long position, String actual) {
    return new SourceException(
        "Cannot resume '"
            + split
            + "' at byte "
            + position
            + ": "
            + actual
            + ", expected the file that the checkpoint was taken of (put that file back, or give"
            + " this one another name, under which it is read from its beginning)");
  }
}
