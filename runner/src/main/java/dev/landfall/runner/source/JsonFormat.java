package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.List;
import java.util.Map;

/** JSON lines: one object a line. Thread-safe. */
final class JsonFormat implements RecordFormat {
  private static final Schema NOTHING_KNOWN = Schema.declared(Map.of());

  @Override
  public Framing framing() {
    return new LineFraming();
  }

  @Override
  public boolean hasHeader() {
    return false;
  }

  @Override
  public List<String> header(byte[] bytes, int from, int to) {
    throw new UnsupportedOperationException("JSON lines have no header");
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public RecordParser parser(List<String> names, Schema schema) {
    return new JsonRecords(schema);
  }

  @Override
  public Sampler sampler(List<String> names, TypeInference inference) {
    JsonRecords records = new JsonRecords(NOTHING_KNOWN);
    return (bytes, from, to) -> {
      if (records.parse(bytes, from, to) instanceof Value.OfMap map) {
        map.fields().forEach(inference::seeValue);
      }
    };
  }

  @Override
  public Map<String, ColumnType> types(TypeInference inference) {
    return inference.types(ColumnType.ANY);
  }

  @Override
  public boolean isBlank(byte[] bytes, int from, int to, List<String> columns) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
