package dev.landfall.sink.kafka;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;

/**
 * Writes the newest value of a key, at once: the order of a partition is the order of writing,
 * which the idempotent producer keeps over retries (KIP-98), so the last operation wins (I-3). A
 * delete is a tombstone. One thread at a time.
 */
final class UpsertWriter implements IdempotentWriter {
  private final Clients clients;
  private final Producer<byte[], byte[]> producer;
  private final RecordMapper mapper;
  private final RejectedRecords rejected;
  private final Sending sending = new Sending();
  private boolean closed;

  private UpsertWriter(
      Clients clients,
      Producer<byte[], byte[]> producer,
      RecordMapper mapper,
      RejectedRecords rejected) {
    this.clients = clients;
    this.producer = producer;
    this.mapper = mapper;
    this.rejected = rejected;
  }

  static UpsertWriter open(Clients clients, WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    RecordMapper mapper =
        new RecordMapper(clients.configuration(), clients.topics(), clients.context().time());
    Producer<byte[], byte[]> producer = clients.plainProducer(Names.of(id));
    clients.figures().producerOpened();
    return new UpsertWriter(clients, producer, mapper, rejected);
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    if (record.key().isNull()) {
      rejected.reject(record, "key is null, expected one: 'mode: upsert' writes by key");
      return;
    }
    try {
      sending.send(producer, mapper.map(record));
    } catch (UnwritableException e) {
      rejected.reject(record, e.getMessage());
    } catch (SinkException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw Failures.of("write record " + record.position(), e);
    }
  }

  @Override
  public void flush() throws SinkException, InterruptedException {
    try {
      producer.flush();
      sending.throwIfFailed();
    } catch (SinkException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw Failures.of("flush", e);
    }
  }

  /** Drops what is still buffered (SI-2). */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      producer.close(Duration.ZERO);
      clients.figures().producerClosed();
    }
  }
}
