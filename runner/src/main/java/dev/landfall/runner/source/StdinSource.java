package dev.landfall.runner.source;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/** Standard input as one split. Thread-safe. */
final class StdinSource implements Source {
  static final String SPLIT = "stdin";

  private final RecordFormat format;
  private final Schema schema;
  private final int maxRecordBytes;
  private final SourceContext context;

  /** Guarded by this; given to the first reader. */
  private final InputStream input;

  /** Guarded by this. */
  private boolean taken;

  StdinSource(
      InputStream input,
      RecordFormat format,
      Schema schema,
      int maxRecordBytes,
      SourceContext context) {
    this.input = input;
    this.format = format;
    this.schema = schema;
    this.maxRecordBytes = maxRecordBytes;
    this.context = context;
  }

  @Override
  public Replay replay() {
    return Replay.ONCE;
  }

  @Override
  public List<Finding> preflight() {
    return List.of();
  }

  @Override
  public Set<String> splits() {
    return Set.of(SPLIT);
  }

  @Override
  public SourceReader reader() {
    return new StdinReader(this);
  }

  /** Begins to read; there is one standard input, so it can be done once. */
  synchronized PumpedBytes pump() throws SourceException {
    if (taken) {
      throw new SourceException(
          "Cannot read standard input: another reader has it, expected one reader");
    }
    taken = true;
    return PumpedBytes.start(input, context.threads());
  }

  TextRecords records(RecordScanner scanner, long base) {
    return new TextRecords(SPLIT, scanner, format, () -> schema, base);
  }

  RecordScanner scanner(InputBytes bytes) {
    return new RecordScanner(bytes, format.framing(), maxRecordBytes);
  }

  SourceContext context() {
    return context;
  }

  @Override
  public void close() {
    // Standard input belongs to the process.
  }
}
