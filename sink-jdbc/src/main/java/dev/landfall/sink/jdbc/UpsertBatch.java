package dev.landfall.sink.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows that wait to be written, one for each key: the last operation wins (I-3), or, in
 * monotonic mode, the newest version and the last of equal ones (I-5). One thread at a time.
 */
final class UpsertBatch implements RowBuffer {
  private final Map<RowKey, Row> rows = new HashMap<>();
  private final Optional<Integer> version;
  private long bytes;

  UpsertBatch(Target target) {
    this.version = target.version().map(target.columns()::indexOf);
  }

  @Override
  public void add(Row row) {
    Row before = rows.get(row.key());
    if (before != null && isNewer(before, row)) {
      return;
    }
    rows.put(row.key(), row);
    bytes += row.bytes() - (before == null ? 0 : before.bytes());
  }

  private boolean isNewer(Row left, Row right) {
    return version.isPresent()
        && RowKey.compare(version(left, version.get()), version(right, version.get())) > 0;
  }

  private static Object version(Row row, int index) {
    Object value = row.values()[index];
    if (value == null) {
      throw new IllegalStateException("a row without a version passed the mapper");
    }
    return value;
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** Takes all rows, sorted by key. */
  @Override
  public List<Row> drain() {
    List<Row> sorted = new ArrayList<>(rows.values());
    sorted.sort((left, right) -> left.key().compareTo(right.key()));
    rows.clear();
    bytes = 0;
    return sorted;
  }
}
