package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import java.io.Serializable;

/** Makes a record of a stream's element. Called by one thread at a time. */
@FunctionalInterface
public interface RecordConverter<T> extends Serializable {
  /**
   * Converts one element.
   *
   * @param timestampMillis the element's event time, or {@link SinkRecord#NO_TIMESTAMP}
   */
  SinkRecord convert(T element, long timestampMillis);
}
