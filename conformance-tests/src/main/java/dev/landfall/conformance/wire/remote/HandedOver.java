package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.function.UnaryOperator;

/** Records on their way to the sink, and the rejected ones on their way back. */
public final class HandedOver {
  private final UnaryOperator<SinkRecord> shape;
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
    return Records.write(shape.apply(record));
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
