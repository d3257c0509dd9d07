package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.List;
import java.util.Set;

/**
 * Reads the records of one CSV file. One thread at a time.
 *
 * <p>An empty field is null; an empty field in quotes is an empty text where the column is text,
 * and null where it is not.
 */
final class CsvRecords implements RecordParser {
  private final CsvFields fields;
  private final Layout layout;
  private final Column[] columns;
  private final Set<String> nulls;

  CsvRecords(CsvFields fields, List<String> names, Schema schema, Set<String> nulls) {
    this.fields = fields;
    this.layout = new Layout(names);
    this.columns = names.stream().map(schema::column).toArray(Column[]::new);
    this.nulls = nulls;
  }

  @Override
  public Value parse(byte[] bytes, int from, int to) throws MalformedRecordException {
    int count = fields.split(bytes, from, to);
    if (count != columns.length) {
      throw new MalformedRecordException(
          "Cannot read the record: "
              + count
              + " fields, expected "
              + columns.length
              + " as in the header or in columns (quote fields that hold a delimiter)");
    }
    Value[] values = new Value[count];
    for (int i = 0; i < count; i++) {
      values[i] = value(i, columns[i]);
    }
    return Value.of(new Fields(layout, values));
  }

  private Value value(int field, Column column) throws MalformedRecordException {
    if (fields.isEmpty(field)) {
      boolean emptyText = fields.isQuoted(field) && isText(column);
      return emptyText ? Value.of("") : Value.ofNull();
    }
    String text = fields.text(field);
    if (!nulls.isEmpty() && !fields.isQuoted(field) && nulls.contains(text)) {
      return Value.ofNull();
    }
    return column.read(text);
  }

  private static boolean isText(Column column) {
    return column.type() == ColumnType.TEXT || column.type() == ColumnType.ANY;
  }
}
