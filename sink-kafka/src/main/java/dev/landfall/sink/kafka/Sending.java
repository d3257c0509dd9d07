package dev.landfall.sink.kafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Keeps the first error of any send, whatever thread it comes on (SI-1). Thread-safe. */
final class Sending implements Callback {
  private volatile @Nullable Exception error;

  /**
   * Sends one record, and throws the error of an earlier one.
   *
   * <p>The future is not looked at: its error comes to this callback as well.
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record)
      throws Exception {
    producer.send(record, this);
    throwIfFailed();
  }

  void throwIfFailed() throws Exception {
    Exception first = error;
    if (first != null) {
      throw first;
    }
  }

  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
    if (failure != null && error == null) {
      error = failure;
    }
  }
}
