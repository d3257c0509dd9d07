package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Pieces of statements that all dialects share. Stateless, thread-safe. */
final class Sql {
  private Sql() {}

  /** {@code INSERT INTO t (a, b) VALUES (?, ?), (?, ?)}. */
  static String insert(Dialect dialect, Target target, int rows) {
    return "INSERT INTO "
        + target.table()
        + " ("
        + names(dialect, target.columns())
        + ") VALUES "
        + tuples(target.columns().size(), rows);
  }

  /** {@code DELETE FROM t WHERE a IN (?, ?)}, or a list of conditions for a key of many columns. */
  static String delete(Dialect dialect, Target target, int rows) {
    String head = "DELETE FROM " + target.table() + " WHERE ";
    List<Column> keys = target.keys();
    if (keys.size() == 1) {
      return head + dialect.quote(keys.get(0).name()) + " IN (" + repeat("?", ", ", rows) + ")";
    }
    String one =
        keys.stream()
            .map(key -> dialect.quote(key.name()) + " = ?")
            .collect(Collectors.joining(" AND ", "(", ")"));
    return head + repeat(one, " OR ", rows);
  }

  static String names(Dialect dialect, List<Column> columns) {
    return join(columns, column -> dialect.quote(column.name()), ", ");
  }

  static String tuples(int columns, int rows) {
    return repeat("(" + repeat("?", ",", columns) + ")", ",", rows);
  }

  static String join(List<Column> columns, Function<Column, String> text, String separator) {
    return columns.stream().map(text).collect(Collectors.joining(separator));
  }

  static String repeat(String text, String separator, int times) {
    StringBuilder out = new StringBuilder(times * (text.length() + separator.length()));
    for (int i = 0; i < times; i++) {
      out.append(i == 0 ? "" : separator).append(text);
    }
    return out.toString();
  }
}
