package dev.landfall.runner.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** CSV after RFC 4180. Thread-safe. */
final class CsvFormat implements RecordFormat {
  private final char delimiter;
  private final List<String> names;
  private final Header header;
  private final Set<String> nulls;

  /**
   * A CSV format.
   *
   * @param names the names of the fields; empty if the first record holds them
   * @param header what the first record of a file is
   * @param nulls the texts that mean null where they stand without quotes
   */
  CsvFormat(char delimiter, List<String> names, Header header, Set<String> nulls) {
    this.delimiter = delimiter;
    this.names = List.copyOf(names);
    this.header = header;
    this.nulls = Set.copyOf(nulls);
  }

  @Override
  public Framing framing() {
    return new QuotedFraming(delimiter);
  }

  @Override
  public boolean hasHeader() {
    return header == Header.FIRST_RECORD;
  }

  @Override
  public List<String> header(byte[] bytes, int from, int to) throws MalformedRecordException {
    CsvFields fields = new CsvFields(delimiter);
    int count = fields.split(bytes, from, to);
    List<String> found = new ArrayList<>(count);
    Set<String> distinct = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = fields.text(i);
      if (name.isEmpty() || !distinct.add(name)) {
        throw new MalformedRecordException(
            "Cannot read the header: column "
                + (i + 1)
                + " is "
                + MalformedRecordException.quoted(name)
                + ", expected a name that no other column has (mend the header, or name all in"
                + " columns)");
      }
      found.add(name);
    }
    return names.isEmpty() ? found : renamed(found);
  }

  private List<String> renamed(List<String> found) throws MalformedRecordException {
    if (found.size() != names.size()) {
      throw new MalformedRecordException(
          "Cannot read the header: "
              + found.size()
              + " fields, expected "
              + names.size()
              + " as in columns (mend one of the two)");
    }
    return names;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public RecordParser parser(List<String> columns, Schema schema) {
    return new CsvRecords(new CsvFields(delimiter), columns, schema, nulls);
  }

  @Override
  public Sampler sampler(List<String> columns, TypeInference inference) {
    CsvFields fields = new CsvFields(delimiter);
    return (bytes, from, to) -> {
      int count = Math.min(fields.split(bytes, from, to), columns.size());
      for (int i = 0; i < count; i++) {
        String text = fields.text(i);
        if (!text.isEmpty() && (fields.isQuoted(i) || !nulls.contains(text))) {
          inference.seeText(columns.get(i), text);
        }
      }
    };
  }

  @Override
  public Map<String, ColumnType> types(TypeInference inference) {
    return inference.types(ColumnType.TEXT);
  }

  @Override
  public boolean isBlank(byte[] bytes, int from, int to, List<String> columns) {
    return from == to && columns.size() != 1;
  }
}
