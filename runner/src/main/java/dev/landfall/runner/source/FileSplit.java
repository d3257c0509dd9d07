package dev.landfall.runner.source;

import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** One open file, read from where a checkpoint left it. One thread at a time. */
final class FileSplit implements Closeable {
  private final String name;
  private final Path file;
  private final RecordScanner scanner;
  private final TextRecords records;
  private final long rotated;

  private FileSplit(
      String name, Path file, FileSettings settings, TextRecords.SchemaSource schemas, long rotated)
      throws IOException {
    this.name = name;
    this.file = file;
    this.rotated = rotated;
    this.scanner = settings.scanner(settings.compression().open(file));
    this.records = new TextRecords(name, scanner, settings.format(), schemas, rotated);
    if (!settings.follow()) {
      scanner.endIsFinal();
    }
  }

  /** Opens a file at its beginning. */
  static FileSplit open(
      String name, Path file, FileSettings settings, TextRecords.SchemaSource schemas)
      throws SourceException {
    try {
      return new FileSplit(name, file, settings, schemas, 0);
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  /**
   * Opens a file where a checkpoint left it.
   *
   * @throws SourceException if what stands before the position is not what was read
   */
  static FileSplit resume(
      String name,
      Path file,
      FileSettings settings,
      TextRecords.SchemaSource schemas,
      FilePosition from)
      throws SourceException {
    try {
      FileSplit split = new FileSplit(name, file, settings, schemas, from.rotated());
      try {
        split.moveTo(from);
        return split;
      } catch (IOException | SourceException | RuntimeException e) {
        split.close();
        throw e;
      }
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  private void moveTo(FilePosition from) throws IOException, SourceException {
    scanner.readHead();
    if (from.head().length() > 0 && !scanner.headBefore(from.position()).equals(from.head())) {
      throw FileFault.mismatch(name, from.position(), "its first bytes have changed");
    }
    if (from.line() > 1) {
      records.readHeader();
    }
    if (!scanner.moveTo(from.position(), from.line(), from.tail().length())) {
      throw FileFault.mismatch(name, from.position(), "it has become shorter than that");
    }
    if (!scanner.tail().equals(from.tail())) {
      throw FileFault.mismatch(name, from.position(), "what stands before has changed");
    }
  }

  /** Reads one record. */
  RecordScanner.Found read(RecordOutput output) throws SourceException, InterruptedException {
    try {
      return records.read(output);
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
        records.schemaText());
  }

  long bytePosition() {
    return scanner.position();
  }

  String name() {
    return name;
  }

  /** Bytes of the stored file that were read. */
  long consumed() throws SourceException {
    try {
      return scanner.consumed();
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
