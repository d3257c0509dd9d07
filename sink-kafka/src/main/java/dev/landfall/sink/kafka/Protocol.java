package dev.landfall.sink.kafka;

import java.util.Arrays;
import java.util.Optional;

/**
 * How a transaction is ended, by the broker feature {@code transaction.version}. A transaction is
 * ended by the protocol that it was written with and no other: version 5 of EndTxn after version 4
 * is refused, and the reverse is fenced.
 */
enum Protocol {
  /** {@code transaction.version} 0 or 1: EndTxn up to version 4, the epoch stays. */
  ONE((byte) 1),
  /** {@code transaction.version} 2 (KIP-890): EndTxn version 5, each end raises the epoch. */
  TWO((byte) 2);

  private final byte number;

  Protocol(byte number) {
    this.number = number;
  }

  /** As stored. */
  byte number() {
    return number;
  }

  /** The inverse of {@link #number}; empty for a number that no release wrote. */
  static Optional<Protocol> numbered(byte number) {
    return Arrays.stream(values()).filter(one -> one.number == number).findAny();
  }
}
