package dev.landfall.sink.s3;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Comma-separated values as in RFC 4180, with LF line ends and fixed columns. Thread-safe.
 *
 * <p>Null is nothing, the empty text {@code ""}, so the two stay apart; lists and maps are JSON,
 * bytes Base64.
 */
final class Csv implements RecordFormat {
  private final List<String> columns;
  private final Set<String> known;
  private final boolean header;

  Csv(List<String> columns, boolean header) {
    this.columns = List.copyOf(columns);
    this.known = Set.copyOf(columns);
    this.header = header;
  }

  @Override
  public String extension() {
    return "csv";
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    if (record.isDelete()) {
      return Optional.of("it is a delete, and objects are only ever added to");
    }
    if (!(record.value() instanceof Value.OfMap map)) {
      return Optional.of("its value is a " + record.value().kind() + ", which has no columns");
    }
    for (String field : map.fields().keySet()) {
      if (!known.contains(field)) {
        return Optional.of("field '" + field + "' is not among the columns " + columns);
      }
    }
    if (columns.size() == 1 && map.field(columns.get(0)).isNull()) {
      return Optional.of("its only column is null, and readers pass over an empty line");
    }
    return JsonChecks.problem(record.value(), "the value");
  }

  @Override
  public byte[] header() {
    if (!header) {
      return new byte[0];
    }
    ByteBlock line = new ByteBlock(256);
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        line.write(',');
      }
      quoteIfNeeded(columns.get(i), line);
    }
    line.write('\n');
    return Arrays.copyOf(line.array(), line.size());
  }

  @Override
  public RecordWriter writer() {
    return this::write;
  }

  private void write(SinkRecord record, ByteBlock to) throws UnwritableException {
    Optional<String> problem = check(record);
    if (problem.isPresent()) {
      throw new UnwritableException(problem.get());
    }
    Value.OfMap map = (Value.OfMap) record.value();
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        to.write(',');
      }
      cell(map.field(columns.get(i)), to);
    }
    to.write('\n');
  }

  private static void cell(Value value, ByteBlock to) throws UnwritableException {
    switch (value.kind()) {
      case NULL -> {}
      case BOOLEAN, LONG, DOUBLE, DECIMAL, INSTANT, DATE, TIME -> plain(value.toString(), to);
      case TEXT -> quoteIfNeeded(((Value.OfText) value).value(), to);
      case BYTES -> plain(Base64.getEncoder().encodeToString(((Value.OfBytes) value).value()), to);
      case LIST, MAP -> quoteIfNeeded(json(value), to);
    }
  }

  private static void plain(String text, ByteBlock to) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    to.write(bytes, 0, bytes.length);
  }

  private static void quoteIfNeeded(String text, ByteBlock to) {
    if (!text.isEmpty() && text.chars().noneMatch(Csv::isSpecial)) {
      plain(text, to);
      return;
    }
    plain('"' + text.replace("\"", "\"\"") + '"', to);
  }

  private static boolean isSpecial(int c) {
    return c == ',' || c == '"' || c == '\n' || c == '\r' || c == ' ' || c == '\t';
  }

  private static String json(Value value) throws UnwritableException {
    ByteBlock bytes = new ByteBlock(64);
    JsonValues.write(value, bytes);
    return new String(bytes.array(), 0, bytes.size(), StandardCharsets.UTF_8);
  }
}
