package dev.landfall.sink.kafka;

import org.apache.kafka.clients.producer.Producer;

/**
 * An initialised producer and what the broker says it is. Owned by the pool until it is taken, then
 * by the writer, then by the pool again.
 *
 * @param id its transactional id
 * @param producer initialised, without a transaction
 * @param producerId told by the broker after the initialisation
 * @param epoch as above; an acknowledged write proves that it was ours, for a producer of another
 *     epoch would have been fenced
 * @param protocol how its transaction will be ended
 */
record ReadyProducer(
    TransactionalId id,
    Producer<byte[], byte[]> producer,
    long producerId,
    short epoch,
    Protocol protocol) {}
