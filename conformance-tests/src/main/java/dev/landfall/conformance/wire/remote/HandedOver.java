package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Records on their way to the sink, and the rejected ones on their way back. */
public final class HandedOver {
  private final UnaryOperator<SinkRecord> shape;
  private final Map<String, String> deletes = new HashMap<>();
  private RejectedRecords listener = (record, reason) -> {};

  /**
   * For one opened sink.
   *
   * @param shape gives a record the key and value that the sink's store wants
   */
  public HandedOver(UnaryOperator<SinkRecord> shape) {
    this.shape = shape;
  }

  void tell(RejectedRecords newListener) {
    listener = newListener;
  }

  ObjectNode send(SinkRecord record) {
    String key = record.key().toString();
    if (record.isDelete()) {
      deletes.put(key, record.position().split() + ":" + record.position().offset());
    } else {
      deletes.remove(key);
    }
    return Records.write(shape.apply(record));
  }

  /** Keys whose last operation was a delete, each with that record: a delete shows no value. */
  public Map<String, String> deletes() {
    return deletes;
  }

  /** The sink has rejected the record at this position, such as {@code s0:3}. */
  public void reject(String position, String reason) {
    int colon = position.lastIndexOf(':');
    SourcePosition at =
        SourcePosition.of(
            position.substring(0, colon), Long.parseLong(position.substring(colon + 1)));
    listener.reject(SinkRecord.put(Value.ofNull(), Value.ofNull()).at(at), reason);
  }
}
