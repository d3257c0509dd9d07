package dev.landfall.sink.s3;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.io.OutputStream;
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
    private final Target target = new Target();
    private JsonGenerator generator = generator(target);

    private static JsonGenerator generator(Target target) {
      try {
        return JsonValues.generator(target);
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
    }

    @Override
    public void write(SinkRecord record, ByteBlock to) throws UnwritableException {
      target.block = to;
      try {
        JsonValues.write(record.value(), generator);
        generator.flush();
      } catch (IOException e) {
        // The generator stands in the middle of a document: the next record gets a new one.
        generator = generator(target);
        throw new UnwritableException("it cannot be written as JSON: " + e.getMessage());
      }
      to.write('\n');
    }
  }

  /** The generator is made once, and each line has its own place. One thread at a time. */
  private static final class Target extends OutputStream {
    private ByteBlock block = new ByteBlock(0);

    @Override
    public void write(int one) {
      block.write(one);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      block.write(from, offset, length);
    }
  }
}
