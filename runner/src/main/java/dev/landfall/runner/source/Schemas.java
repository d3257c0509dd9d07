package dev.landfall.runner.source;

import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The one schema of a source's files: what the configuration declares, and the rest from a sample
 * of the files, or from the checkpoint that a reader was given. Thread-safe.
 */
final class Schemas {
  /** A sample of large records is small. */
  private static final long SAMPLE_BYTES = 16L << 20;

  private final Schema declared;
  private final FileSettings settings;

  /** Guarded by this. */
  private @Nullable Schema known;

  Schemas(Schema declared, FileSettings settings) {
    this.declared = declared;
    this.settings = settings;
  }

  /**
   * Takes the types that a checkpoint holds; files that are new go on with them too.
   *
   * @throws IllegalArgumentException if the text is not understood
   */
  synchronized Schema restored(String inferredText) {
    Schema schema = declared.withInferred(inferredText);
    if (known == null) {
      known = schema;
    }
    return schema;
  }

  /** The schema; the first call looks at the files. */
  synchronized Schema of(Collection<Path> files) throws SourceException {
    Schema schema = known;
    if (schema == null) {
      schema = settings.sampleRecords() == 0 ? declared : declared.with(sample(files));
      known = schema;
    }
    return schema;
  }

  private java.util.Map<String, ColumnType> sample(Collection<Path> files) throws SourceException {
    TypeInference inference = new TypeInference();
    int records = 0;
    for (Path file : files) {
      if (records < settings.sampleRecords() && Files.isRegularFile(file)) {
        records += sample(file, inference, settings.sampleRecords() - records);
      }
    }
    return settings.format().types(inference);
  }

  private int sample(Path file, TypeInference inference, int wanted) throws SourceException {
    try (RecordScanner scanner = settings.scanner(settings.compression().open(file))) {
      scanner.endIsFinal();
      TextRecords header =
          new TextRecords(file.toString(), scanner, settings.format(), () -> declared, 0);
      header.readHeader();
      RecordFormat.Sampler sampler = settings.format().sampler(header.names(), inference);
      int records = 0;
      while (records < wanted && scanner.position() < SAMPLE_BYTES) {
        RecordScanner.Found found = scanner.next();
        if (found == RecordScanner.Found.END) {
          return records;
        }
        if (found == RecordScanner.Found.RECORD) {
          see(scanner, sampler);
          records++;
        }
      }
      return records;
    } catch (IOException e) {
      throw FileFault.reading(file, e);
    }
  }

  private static void see(RecordScanner scanner, RecordFormat.Sampler sampler) {
    try {
      sampler.see(scanner.buffer(), scanner.from(), scanner.to());
    } catch (MalformedRecordException e) {
      // It says nothing about types; the reader will reject it where it stands.
    }
  }
}
