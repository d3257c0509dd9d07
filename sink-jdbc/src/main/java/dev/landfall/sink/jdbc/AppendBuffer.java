package dev.landfall.sink.jdbc;

import java.util.ArrayList;
import java.util.List;

/** Rows in the order in which they came. One thread at a time. */
final class AppendBuffer implements RowBuffer {
  private List<Row> rows = new ArrayList<>();
  private long bytes;

  @Override
  public void add(Row row) {
    rows.add(row);
    bytes += row.bytes();
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public List<Row> drain() {
    List<Row> taken = rows;
    rows = new ArrayList<>();
    bytes = 0;
    return taken;
  }
}
