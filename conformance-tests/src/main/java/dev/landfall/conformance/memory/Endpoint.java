package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Instance;

/** Where a sink of one process reaches the simulated store. One thread at a time. */
public final class Endpoint {
  private final MemoryBench bench;
  private final Instance instance;

  Endpoint(MemoryBench bench, Instance instance) {
    this.bench = bench;
    this.instance = instance;
  }

  Connection connect() {
    return bench.connect(instance);
  }
}
