package dev.landfall.sink.jdbc;

import java.util.List;

/** Rows that wait to be written. One thread at a time. */
interface RowBuffer {
  void add(Row row);

  int size();

  long bytes();

  /** Takes all rows, in the order in which they are to be written. */
  List<Row> drain();
}
