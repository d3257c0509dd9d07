package dev.landfall.source.kafka;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.source.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/** Keeps what was read. */
final class Collected implements RecordOutput {
  final List<SinkRecord> records = new ArrayList<>();
  final List<String> rejected = new ArrayList<>();

  @Override
  public void record(SinkRecord record) {
    records.add(record);
  }

  @Override
  public void reject(SourcePosition position, String raw, String reason) {
    rejected.add(position + ": " + reason + ": " + raw);
  }

  List<String> values() {
    return records.stream().map(record -> record.value().toString()).toList();
  }
}
