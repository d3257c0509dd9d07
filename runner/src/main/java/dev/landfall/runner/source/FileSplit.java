package dev.landfall.runner.source;

import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** One open file, read from where a checkpoint left it. One thread at a time. */
final class FileSplit implements Closeable {
  private static final int MAX_OPENINGS = 10;

  private final FilePlace place;
  private final Path file;
  private final String identity;
  private final RecordScanner scanner;
  private final TextRecords records;
  private final long rotated;
  private boolean draining;
  private FilePosition.End end = FilePosition.End.AHEAD;

  private FileSplit(FilePlace place, Path file, String identity, InputBytes bytes, long rotated) {
    this.place = place;
    this.file = file;
    this.identity = identity;
    this.rotated = rotated;
    this.scanner = place.settings().scanner(bytes);
    this.records =
        new TextRecords(
            place.split(), scanner, place.settings().format(), place.schemas(), rotated);
    if (!place.grows()) {
      scanner.endIsFinal();
    }
  }

  /**
   * Opens a file where it goes on.
   *
   * @param file the file at the place's path, or one that stood there before
   * @throws SourceException if what stands before the position is not what was read
   */
  static FileSplit open(FilePlace place, Path file, FilePosition from) throws SourceException {
    try {
      FileSplit split = opened(place, file, from.rotated());
      try {
        if (from.position() > 0) {
          split.moveTo(from);
        }
        return split;
      } catch (IOException | SourceException | RuntimeException e) {
        split.close();
        throw e;
      }
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  /** A file may be rotated while it is opened; the identity must be that of the open one. */
  private static FileSplit opened(FilePlace place, Path file, long rotated) throws IOException {
    for (int i = 0; i < MAX_OPENINGS; i++) {
      String before = FileIdentity.of(file);
      InputBytes bytes = place.settings().compression().open(file);
      if (before.equals(FileIdentity.of(file))) {
        return new FileSplit(place, file, before, bytes, rotated);
      }
      bytes.close();
    }
    throw new IOException("another file stood there each of " + MAX_OPENINGS + " times");
  }

  private void moveTo(FilePosition from) throws IOException, SourceException {
    scanner.readHead();
    Fingerprint head = scanner.headBefore(from.position());
    if (head.length() < from.head().length()) {
      throw mismatch(from, "it has become shorter than that");
    }
    if (!head.equals(from.head())) {
      throw mismatch(from, "its first bytes have changed");
    }
    if (from.line() > 1) {
      records.readHeader();
    }
    if (!scanner.moveTo(from.position(), from.line(), from.tail().length())) {
      throw mismatch(from, "it has become shorter than that");
    }
    if (!scanner.tail().equals(from.tail())) {
      throw mismatch(from, "what stands before has changed");
    }
  }

  private SourceException mismatch(FilePosition from, String actual) {
    return FileFault.mismatch(place.split(), from.position(), actual);
  }

  /** Reads one record. */
  RecordScanner.Found read(RecordOutput output) throws SourceException, InterruptedException {
    try {
      RecordScanner.Found found = records.read(output);
      end =
          found == RecordScanner.Found.WAIT || found == RecordScanner.Found.END
              ? FilePosition.End.REACHED
              : FilePosition.End.AHEAD;
      return found;
    } catch (IOException e) {
      FileFault.throwIfInterrupted(e);
      throw FileFault.reading(file, e);
    }
  }

  /** Where it goes on after all that was handed over. */
  FilePosition position() {
    return new FilePosition(
        scanner.position(),
        scanner.line(),
        rotated,
        scanner.head(),
        scanner.tail(),
        records.schemaText(),
        identity,
        end);
  }

  /** Where the file begins that stands at the path after this one. */
  FilePosition afterwards() {
    return FilePosition.beginning(rotated + scanner.position(), records.schemaText());
  }

  /** Nothing more is written to the file: a last line may lack its break. */
  void drain() {
    draining = true;
    scanner.endIsFinal();
  }

  boolean isDraining() {
    return draining;
  }

  /** Whether the open file still holds what was read last; one that was truncated does not. */
  boolean stillHolds() throws SourceException {
    try {
      return scanner.stillHolds();
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  FilePlace place() {
    return place;
  }

  /** The file that is open, by the path at which it was opened. */
  Path file() {
    return file;
  }

  String identity() {
    return identity;
  }

  long bytePosition() {
    return scanner.position();
  }

  /** Bytes of the stored file that were read, and of those before it. */
  long consumed() throws SourceException {
    try {
      return rotated + scanner.consumed();
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
