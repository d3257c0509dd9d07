package dev.landfall.sink.kafka;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the reasons. */
final class Rejections implements RejectedRecords {
  final List<String> reasons = new CopyOnWriteArrayList<>();

  @Override
  public void reject(SinkRecord record, String reason) {
    reasons.add(reason);
  }
}
