package dev.landfall.runner.source;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a reader hands over. One thread at a time. */
final class Collected implements RecordOutput {
  /** What was rejected. */
  record Rejected(SourcePosition position, String raw, String reason) {}

  final List<SinkRecord> records = new ArrayList<>();
  final List<Rejected> rejected = new ArrayList<>();

  @Override
  public void record(SinkRecord record) {
    records.add(record);
  }

  @Override
  public void reject(SourcePosition position, String raw, String reason) {
    rejected.add(new Rejected(position, raw, reason));
  }

  Value field(int index, String name) {
    return ((Value.OfMap) records.get(index).value()).field(name);
  }

  List<Value> column(String name) {
    return records.stream().map(record -> ((Value.OfMap) record.value()).field(name)).toList();
  }
}
