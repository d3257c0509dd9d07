package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Marker;

/** Where a sink of one process reaches the simulated store. One thread at a time. */
public final class Endpoint {
  private final MemoryBench bench;
  private final Instance instance;

  Endpoint(MemoryBench bench, Instance instance) {
    this.bench = bench;
    this.instance = instance;
  }

  /** With what the sink logs in; nobody else is to read it (SI-9). */
  String password() {
    return Marker.SECRET;
  }

  Connection connect() {
    return bench.connect(instance);
  }
}
