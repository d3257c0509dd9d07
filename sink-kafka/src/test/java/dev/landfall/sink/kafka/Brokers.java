package dev.landfall.sink.kafka;

import dev.landfall.stores.KafkaBuilder;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;

/** The brokers of this module's tests: one per protocol for the whole JVM. Thread-safe. */
final class Brokers {
  private Brokers() {}

  static KafkaStore shared(Protocol protocol) {
    return builder(protocol).shared();
  }

  /** Time-outs are looked for each half second, not each ten. */
  static KafkaBuilder builder(Protocol protocol) {
    return Stores.kafka()
        .own()
        .transactionVersion(protocol == Protocol.TWO ? 2 : 1)
        .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
  }
}
