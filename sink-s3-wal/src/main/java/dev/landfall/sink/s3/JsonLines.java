package dev.landfall.sink.s3;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The value of each record as one JSON document a line. Thread-safe. */
final class JsonLines implements RecordFormat {
  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    if (record.isDelete()) {
      return Optional.of("it is a delete, and objects are only ever added to");
    }
    return JsonChecks.problem(record.value(), "the value");
  }

  @Override
  public byte[] header() {
    return new byte[0];
  }

  @Override
  public RecordWriter writer() {
    return new Writer();
  }

  /** One generator for all lines: making one costs more than a line. One thread at a time. */
  private static final class Writer implements RecordWriter {
    private final ByteBlock line = new ByteBlock(1 << 10);
    private JsonGenerator generator = generator(line);

    private static JsonGenerator generator(ByteBlock line) {
      try {
        return JsonValues.generator(line);
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
    }

    @Override
    public void write(SinkRecord record, ByteBlock to) throws UnwritableException {
      try {
        JsonValues.write(record.value(), generator);
        generator.flush();
      } catch (IOException e) {
        // The generator stands in the middle of a document: the next record gets a new one.
        line.clear();
        generator = generator(line);
        throw new UnwritableException("it cannot be written as JSON: " + e.getMessage());
      }
      to.append(line);
      to.write('\n');
      line.clear();
    }
  }
}
