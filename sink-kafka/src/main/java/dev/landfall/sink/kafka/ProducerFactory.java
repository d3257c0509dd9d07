package dev.landfall.sink.kafka;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterId;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/** Makes producers of one writer ready to write. One thread at a time. */
final class ProducerFactory {
  /** So often the cluster may change its protocol while one producer is made. */
  private static final int MAX_PROTOCOL_CHANGES = 3;

  private final Clients clients;
  private final WriterId writer;
  private final Generation generation;
  private final Duration timeout;

  ProducerFactory(Clients clients, WriterId writer, Generation generation, Duration timeout) {
    this.clients = clients;
    this.writer = writer;
    this.generation = generation;
    this.timeout = timeout;
  }

  TransactionalId id(int slot) {
    return new TransactionalId(writer, generation, slot);
  }

  /**
   * Initialises a slot, which gives it a new epoch: also protocol 1 never begins a transaction at
   * an epoch that another one had.
   */
  ReadyProducer make(int slot) throws SinkException, InterruptedException {
    for (int attempt = 0; attempt < MAX_PROTOCOL_CHANGES; attempt++) {
      Optional<ReadyProducer> made = tryMake(id(slot));
      if (made.isPresent()) {
        return made.get();
      }
    }
    throw new StoreUnavailableException(
        "Cannot begin a transaction: the cluster changed its transaction.version "
            + MAX_PROTOCOL_CHANGES
            + " times");
  }

  private Optional<ReadyProducer> tryMake(TransactionalId id)
      throws SinkException, InterruptedException {
    Cluster cluster = clients.cluster();
    Protocol before = cluster.protocol();
    KafkaProducer<byte[], byte[]> producer = clients.transactionalProducer(id, timeout);
    clients.figures().producerOpened();
    boolean ready = false;
    try {
      // 1. initialise  2. look for flags: see Flag for the order  3. what are we?
      producer.initTransactions();
      requireNotEnded();
      TransactionDescription state = state(id);
      warm(producer);
      ready = cluster.protocol() == before; // else the producer may have seen either
      return ready
          ? Optional.of(
              new ReadyProducer(
                  id, producer, state.producerId(), (short) state.producerEpoch(), before))
          : Optional.empty();
    } catch (KafkaException e) {
      throw Failures.of("initialise '" + id + "'", e);
    } finally {
      if (!ready) {
        close(producer);
      }
    }
  }

  private TransactionDescription state(TransactionalId id)
      throws SinkException, InterruptedException {
    return clients
        .cluster()
        .describe(id.toString())
        .orElseThrow(
            () ->
                new StoreUnavailableException(
                    "Cannot begin a transaction: the broker does not know '"
                        + id
                        + "', which it has just initialised"));
  }

  /** The first write is not to wait for metadata. */
  private void warm(KafkaProducer<byte[], byte[]> producer) {
    clients.configuration().topic().ifPresent(producer::partitionsFor);
  }

  /**
   * Looks for the flag of a newer generation.
   *
   * @throws FencedException if there is one
   */
  void requireNotEnded() throws SinkException, InterruptedException {
    for (TransactionListing listed : clients.cluster().transactions(writer.sink())) {
      Optional<Flag> flag = Flag.parse(listed.transactionalId());
      if (flag.isPresent() && flag.get().ends(writer, generation)) {
        throw new FencedException(
            "Cannot go on with generation "
                + generation
                + " of writer "
                + writer
                + ": generation "
                + flag.get().generation()
                + " has taken over (end this process)");
      }
    }
  }

  /** Frees a producer at once. An open transaction stays open, prepared or not (T-11). */
  void close(Producer<byte[], byte[]> producer) {
    producer.close(Duration.ZERO);
    clients.figures().producerClosed();
  }
}
