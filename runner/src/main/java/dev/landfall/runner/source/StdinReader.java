package dev.landfall.runner.source;

import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads standard input. One thread at a time. */
final class StdinReader implements SourceReader {
  private static final int BATCH_RECORDS = 512;
  private static final Duration IDLE_PAUSE = Duration.ofMillis(20);
  private static final String POSITION = "position";

  private final StdinSource source;
  private long base;
  private @Nullable RecordScanner scanner;
  private @Nullable TextRecords records;

  StdinReader(StdinSource source) {
    this.source = source;
  }

  @Override
  public void assign(String split, Optional<SplitPosition> from) throws SourceException {
    // What came before the restart is gone; positions go on from where they were, so that they
    // grow.
    String position = from.map(stored -> stored.fields().getOrDefault(POSITION, "")).orElse("0");
    if (!position.matches("\\d{1,18}")) {
      throw new SourceException(
          "Cannot resume 'stdin': the checkpoint holds '"
              + position
              + "', expected a position of standard input (was it written by another source?)");
    }
    base = Long.parseLong(position);
    RecordScanner opened = source.scanner(source.pump());
    opened.endIsFinal();
    scanner = opened;
    records = source.records(opened, base);
  }

  @Override
  public Status read(RecordOutput output) throws SourceException, InterruptedException {
    if (records == null) {
      return Status.END;
    }
    for (int i = 0; i < BATCH_RECORDS; i++) {
      RecordScanner.Found found = next(records, output);
      if (found == RecordScanner.Found.END) {
        return Status.END;
      }
      if (found == RecordScanner.Found.WAIT) {
        source.context().time().pause(IDLE_PAUSE);
        return Status.IDLE;
      }
    }
    return Status.MORE;
  }

  private static RecordScanner.Found next(TextRecords records, RecordOutput output)
      throws SourceException, InterruptedException {
    try {
      return records.read(output);
    } catch (IOException e) {
      throw new SourceException("Cannot read standard input: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, SplitPosition> positions() {
    return scanner == null
        ? Map.of()
        : Map.of(
            StdinSource.SPLIT,
            new SplitPosition(Map.of(POSITION, Long.toString(base + scanner.position()))));
  }

  @Override
  public void close() {
    try {
      if (scanner != null) {
        scanner.close();
      }
    } catch (IOException e) {
      // It was only read: nothing can be lost by it.
    }
  }
}
