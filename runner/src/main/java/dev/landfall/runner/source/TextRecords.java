package dev.landfall.runner.source;

import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the records of one text input, its header first. One thread at a time. */
final class TextRecords {
  /** Says of which types the fields are, once there is a first record. */
  interface SchemaSource {
    Schema schema() throws SourceException;
  }

  private final String split;
  private final RecordScanner scanner;
  private final RecordFormat format;
  private final SchemaSource schemas;

  /** What the positions of this input's records begin with. */
  private final long base;

  private List<String> names;
  private boolean headerIsRead;
  private @Nullable RecordParser parser;
  private String schemaText = FilePosition.NO_SCHEMA;

  TextRecords(
      String split, RecordScanner scanner, RecordFormat format, SchemaSource schemas, long base) {
    this.split = split;
    this.scanner = scanner;
    this.format = format;
    this.schemas = schemas;
    this.base = base;
    this.names = format.names();
    this.headerIsRead = !format.hasHeader();
  }

  /**
   * Reads one record and hands it over, or its rejection.
   *
   * @return what the scanner found; a blank line counts as a record
   */
  RecordScanner.Found read(RecordOutput output)
      throws IOException, SourceException, InterruptedException {
    if (!headerIsRead) {
      return readHeader();
    }
    RecordScanner.Found found = scanner.next();
    switch (found) {
      case RECORD -> record(output);
      case TOO_LARGE ->
          output.reject(
              position(),
              raw() + " … (" + scanner.recordBytes() + " bytes)",
              "Cannot read the record: "
                  + scanner.recordBytes()
                  + " bytes, expected at most "
                  + scanner.maxRecordBytes()
                  + " (raise max-record-size)");
      case WAIT, END -> {
        // Nothing to hand over.
      }
    }
    return found;
  }

  private void record(RecordOutput output) throws SourceException, InterruptedException {
    byte[] bytes = scanner.buffer();
    if (format.isBlank(bytes, scanner.from(), scanner.to(), names)) {
      return;
    }
    Value value;
    try {
      value = parser().parse(bytes, scanner.from(), scanner.to());
    } catch (MalformedRecordException e) {
      output.reject(position(), raw(), e.reason());
      return;
    }
    output.record(
        new SinkRecord(
            Operation.PUT, Value.ofNull(), value, List.of(), SinkRecord.NO_TIMESTAMP, position()));
  }

  private RecordParser parser() throws SourceException {
    RecordParser known = parser;
    if (known == null) {
      Schema schema = schemas.schema();
      checkDeclared(schema);
      known = format.parser(names, schema);
      schemaText = schema.inferredText();
      parser = known;
    }
    return known;
  }

  private void checkDeclared(Schema schema) throws SourceException {
    Set<String> unknown = new TreeSet<>(schema.declared().keySet());
    names.forEach(unknown::remove);
    if (!names.isEmpty() && !unknown.isEmpty()) {
      throw new SourceException(
          "Cannot read '"
              + split
              + "': schema names "
              + unknown
              + ", expected columns of "
              + names
              + " (mend schema)");
    }
  }

  /** Reads the header, if there is one and it is not read yet. */
  RecordScanner.Found readHeader() throws IOException, SourceException {
    RecordScanner.Found found = headerIsRead ? RecordScanner.Found.RECORD : scanner.next();
    if (headerIsRead || found == RecordScanner.Found.WAIT || found == RecordScanner.Found.END) {
      return found;
    }
    try {
      if (found == RecordScanner.Found.TOO_LARGE) {
        throw new MalformedRecordException("Cannot read the header: it is too large");
      }
      names = format.header(scanner.buffer(), scanner.from(), scanner.to());
    } catch (MalformedRecordException e) {
      throw new SourceException("Cannot read '" + split + "': " + e.reason(), e);
    }
    headerIsRead = true;
    return found;
  }

  /** The names of the fields, as far as they are the same for all records. */
  List<String> names() {
    return names;
  }

  /** The inferred types as text, once there was a record. */
  String schemaText() {
    return schemaText;
  }

  private SourcePosition position() {
    return new SourcePosition(split, base + scanner.recordPosition(), scanner.recordLine());
  }

  private String raw() {
    return new String(
        scanner.buffer(), scanner.from(), scanner.to() - scanner.from(), StandardCharsets.UTF_8);
  }
}
