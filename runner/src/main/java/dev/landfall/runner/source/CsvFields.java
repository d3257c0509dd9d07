package dev.landfall.runner.source;

import java.util.Arrays;

/** Splits one CSV record into its fields (RFC 4180). One thread at a time. */
final class CsvFields {
  private static final byte QUOTE = '"';

  private final byte delimiter;
  private int[] starts = new int[32];
  private int[] ends = new int[32];
  private boolean[] quoted = new boolean[32];
  private int count;
  private byte[] bytes = new byte[0];

  CsvFields(char delimiter) {
    this.delimiter = (byte) delimiter;
  }

  /**
   * Splits a record, whose bytes must stay as they are while its fields are asked for.
   *
   * @return the number of its fields, one at least
   */
  int split(byte[] record, int from, int to) throws MalformedRecordException {
    int malformed = Utf8.malformed(record, from, to);
    if (malformed >= 0) {
      throw MalformedRecordException.utf8(record, from, malformed);
    }
    bytes = record;
    count = 0;
    int start = from;
    while (start <= to) {
      boolean inQuotes = start < to && record[start] == QUOTE;
      int end = inQuotes ? closing(start, from, to) : delimiterFrom(start, to);
      add(inQuotes ? start + 1 : start, end, inQuotes);
      start = end + (inQuotes ? 2 : 1);
    }
    return count;
  }

  private int delimiterFrom(int from, int to) {
    int end = ByteSearch.first(bytes, from, to, delimiter);
    return end < 0 ? to : end;
  }

  /** The closing quote of the field that opens at {@code start}. */
  private int closing(int start, int from, int to) throws MalformedRecordException {
    int i = ByteSearch.first(bytes, start + 1, to, QUOTE);
    while (i >= 0 && i + 1 < to && bytes[i + 1] == QUOTE) {
      i = ByteSearch.first(bytes, i + 2, to, QUOTE);
    }
    if (i < 0) {
      throw new MalformedRecordException(
          "Cannot read the record: the quote at column "
              + (start - from + 1)
              + " is never closed, expected another before the end (close it, or double it)");
    }
    if (i + 1 < to && bytes[i + 1] != delimiter) {
      throw new MalformedRecordException(
          "Cannot read the record: text behind the closing quote at column "
              + (i - from + 1)
              + ", expected '"
              + (char) delimiter
              + "' or a line break (double the quotes inside a field)");
    }
    return i;
  }

  private void add(int start, int end, boolean inQuotes) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
      quoted = Arrays.copyOf(quoted, 2 * count);
    }
    starts[count] = start;
    ends[count] = end;
    quoted[count++] = inQuotes;
  }

  boolean isQuoted(int field) {
    return quoted[field];
  }

  boolean isEmpty(int field) {
    return starts[field] == ends[field];
  }

  /** The text of a field, without its quotes. */
  String text(int field) {
    String text = Utf8.decode(bytes, starts[field], ends[field]);
    return quoted[field] && text.indexOf('"') >= 0 ? text.replace("\"\"", "\"") : text;
  }
}
