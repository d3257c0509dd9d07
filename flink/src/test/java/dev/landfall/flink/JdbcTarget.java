package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * A table of numbers on a real server. Without a primary key, but for upserts: it would hide what
 * is written twice.
 */
record JdbcTarget(SqlTable table, String mode) implements Target {
  @Override
  public void prepare(String name) throws SQLException {
    String key = commits() ? "" : " PRIMARY KEY";
    table.execute("CREATE TABLE " + name + " (number BIGINT" + key + ")");
  }

  @Override
  public LandfallSink.Builder sink(String name) {
    return LandfallSink.of("jdbc", table.options(mode, name));
  }

  @Override
  public Converter converter() {
    return JdbcTarget::row;
  }

  static SinkRecord row(long number) {
    return SinkRecord.put(Value.of(number), Value.of(Map.of("number", Value.of(number))));
  }

  @Override
  public List<Long> visible(String name) throws SQLException {
    return table.numbers(name);
  }

  @Override
  public boolean commits() {
    return !mode.equals("upsert");
  }
}
