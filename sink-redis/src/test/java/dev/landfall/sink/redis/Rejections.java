package dev.landfall.sink.redis;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps keys and reasons. */
final class Rejections implements RejectedRecords {
  final List<String> reasons = new CopyOnWriteArrayList<>();

  @Override
  public void reject(SinkRecord record, String reason) {
    reasons.add(record.key() + ": " + reason);
  }
}
