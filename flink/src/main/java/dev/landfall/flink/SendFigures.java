package dev.landfall.flink;

import dev.landfall.sdk.HostTime;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/**
 * Flink's standard figures of a sink writer: {@code numRecordsSend}, {@code numRecordsSendErrors},
 * and {@code currentSendTime}, which is how long the newest barrier took to be flushed, prepared or
 * sealed. One thread at a time, but for the gauge. {@code numBytesSend} stays 0: the contracts do
 * not tell bytes.
 */
final class SendFigures {
  private final HostTime time;
  private final Counter sent;
  private final Counter errors;
  private volatile long barrierMillis;

  SendFigures(SinkWriterMetricGroup group, HostTime time) {
    this.time = time;
    this.sent = group.getNumRecordsSendCounter();
    this.errors = group.getNumRecordsSendErrorsCounter();
    group.setCurrentSendTimeGauge(() -> barrierMillis);
  }

  void sent() {
    sent.inc();
  }

  void rejected() {
    errors.inc();
  }

  long begun() {
    return time.nanos();
  }

  void prepared(long begunNanos) {
    barrierMillis = TimeUnit.NANOSECONDS.toMillis(time.nanos() - begunNanos);
  }
}
