package dev.landfall.runner;

import dev.landfall.sdk.Sink;

/** The three contracts, each by a sink into a store in memory. */
enum Contract {
  IDEMPOTENT,
  WRITE_AHEAD,
  TWO_PHASE;

  Sink sink(MemoryStore store, Faults faults) {
    return switch (this) {
      case IDEMPOTENT -> new MemoryIdempotentSink(store, faults);
      case WRITE_AHEAD -> new MemoryLogSink(store, faults);
      case TWO_PHASE -> new MemoryTwoPhaseSink(store, faults);
    };
  }
}
