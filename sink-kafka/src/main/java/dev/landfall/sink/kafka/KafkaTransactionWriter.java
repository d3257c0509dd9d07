package dev.landfall.sink.kafka;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Writes each interval in a transaction of its own. One thread at a time.
 *
 * <p><b>Protocol.</b> {@code ( begin write* prepare )* abort? close}. The transaction begins with
 * the first record that is not rejected; without one there is nothing to commit (T-10).
 *
 * <p><b>Invariants.</b> The producer id and epoch in the committable were asked from the broker
 * before the confirmation was sent; its acknowledgement afterwards proves that they are ours.
 * Memory is bounded by the producer's {@code buffer.memory} (SI-3). After an error the producer is
 * closed without an abort: what the successor's fence does is done in one place only.
 *
 * <p><b>Crash analysis.</b> Crash before prepare has returned: the transaction is open, recovery
 * fences its id, which aborts it. Crash after that: a checkpoint that holds the committable commits
 * it; without one recovery's fence aborts it.
 */
final class KafkaTransactionWriter implements TransactionWriter {
  private final WriterId writer;
  private final Clients clients;
  private final ProducerFactory factory;
  private final SlotPool pool;
  private final RecordMapper mapper;
  private final RejectedRecords rejected;
  private final Duration timeout;

  private @Nullable IntervalId interval;
  private @Nullable Open open;
  private boolean failed;
  private boolean closed;

  /** The transaction of the interval begun last. */
  private static final class Open {
    final ReadyProducer ready;
    final TopicPartition confirmation;
    final long begunNanos;
    final Sending sending = new Sending();
    long records;

    Open(ReadyProducer ready, TopicPartition confirmation, long begunNanos) {
      this.ready = ready;
      this.confirmation = confirmation;
      this.begunNanos = begunNanos;
    }
  }

  private KafkaTransactionWriter(
      WriterId writer,
      Clients clients,
      ProducerFactory factory,
      RecordMapper mapper,
      RejectedRecords rejected,
      Duration timeout) {
    this.writer = writer;
    this.clients = clients;
    this.factory = factory;
    this.pool = new SlotPool(factory, clients);
    this.mapper = mapper;
    this.rejected = rejected;
    this.timeout = timeout;
  }

  static KafkaTransactionWriter open(
      Clients clients, WriterId writer, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    KafkaConfiguration configuration = clients.configuration();
    Duration timeout = clients.transactionTimeout();
    ProducerFactory factory = new ProducerFactory(clients, writer, generation, timeout);
    factory.requireNotEnded();
    RecordMapper mapper =
        new RecordMapper(configuration, clients.topics(), clients.context().time());
    return new KafkaTransactionWriter(writer, clients, factory, mapper, rejected, timeout);
  }

  @Override
  public void begin(IntervalId next) {
    interval = next;
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    try {
      ProducerRecord<byte[], byte[]> mapped = mapper.map(record);
      Open current = opened(mapped);
      current.sending.send(current.ready.producer(), mapped);
      current.records++;
    } catch (UnwritableException e) {
      rejected.reject(record, e.getMessage());
    } catch (Exception e) {
      throw failure("write record " + record.position(), e);
    }
  }

  private Open opened(ProducerRecord<byte[], byte[]> first)
      throws SinkException, InterruptedException {
    if (open == null) {
      ReadyProducer ready = pool.take();
      ready.producer().beginTransaction();
      open =
          new Open(ready, new TopicPartition(first.topic(), 0), clients.context().time().nanos());
    }
    return open;
  }

  @Override
  public Optional<Committable> prepare() throws SinkException, InterruptedException {
    if (open == null) {
      return Optional.empty();
    }
    Open current = open;
    IntervalId ended = Objects.requireNonNull(interval, "prepare before begin");
    try {
      // 1. every record is acknowledged  2. the confirmation is part of the transaction: from here
      // on any process can commit it
      long start = clients.context().time().nanos();
      current.ready.producer().flush();
      clients.figures().flushed(start);
      current.sending.throwIfFailed();
      current
          .ready
          .producer()
          .sendOffsetsToTransaction(
              Confirmation.of(ended, current.confirmation), Confirmation.group(writer));
    } catch (Exception e) {
      throw failure("prepare " + ended, e);
    }
    open = null;
    clients.figures().prepared(current.ready.id().toString(), current.begunNanos, timeout);
    pool.prepared(current.ready);
    return Optional.of(committable(ended, current));
  }

  private Committable committable(IntervalId ended, Open current) {
    ReadyProducer ready = current.ready;
    PreparedTransaction prepared =
        new PreparedTransaction(
            ready.id().toString(),
            ready.producerId(),
            ready.epoch(),
            ready.protocol(),
            Names.of(writer),
            current.confirmation);
    return Committable.of(
        ended,
        PreparedTransaction.VERSION,
        prepared.encode(),
        current.records,
        prepared + ", " + current.records + " records");
  }

  /**
   * Poisons the writer (SI-2), and says whether the broker ended the transaction or a successor.
   */
  private SinkException failure(String what, Exception error)
      throws SinkException, InterruptedException {
    failed = true;
    if (error instanceof SinkException known) {
      return known;
    }
    if (Failures.isFence(error)) {
      factory.requireNotEnded();
      return new StoreUnavailableException(
          "Cannot "
              + what
              + ": the broker ended its transaction, by its time-out of "
              + timeout.toSeconds()
              + " s or by an operator's order (raise 'transaction-timeout' above the longest"
              + " interval)",
          error);
    }
    return Failures.of(what, error);
  }

  @Override
  public void abort() throws SinkException, InterruptedException {
    if (open == null || failed) {
      return;
    }
    Open current = open;
    open = null;
    try {
      current.ready.producer().abortTransaction();
    } catch (RuntimeException e) {
      throw failure("abort " + interval, e);
    } finally {
      factory.close(current.ready.producer());
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    pool.close();
    if (open != null) {
      factory.close(open.ready.producer());
      open = null;
    }
  }
}
