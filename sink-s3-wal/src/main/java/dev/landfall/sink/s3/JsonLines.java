package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/** The value of each record as one JSON document a line. Thread-safe. */
final class JsonLines implements RecordFormat {
  private static final String DELETE = "it is a delete, and objects are only ever added to";

  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    if (record.isDelete()) {
      return Optional.of(DELETE);
    }
    return JsonChecks.problem(record.value(), "the value");
  }

  @Override
  public byte[] header() {
    return new byte[0];
  }

  @Override
  public RecordWriter writer() {
    return JsonLines::write;
  }

  private static void write(SinkRecord record, ByteBlock to) throws UnwritableException {
    if (record.isDelete()) {
      throw new UnwritableException(DELETE);
    }
    JsonValues.write(record.value(), to);
    to.write('\n');
  }
}
