/**
 * The reference exactly-once sink: two-phase commit over Kafka transactions, with proof.
 *
 * <p>Begin at {@code TransactionalSink}; the table that decides what became of a prepared
 * transaction is {@code Evidence}; only {@code CoordinatorChannel} touches internals of the client.
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.sink.kafka;
