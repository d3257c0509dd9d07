package dev.landfall.conformance.junit;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.junit.ShelfSink.Order;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Set;

/** All that an author writes: the contract, what is declared, and a bench. */
abstract class ShelfConformance extends SinkConformance {
  private final Order order;

  ShelfConformance(Order order) {
    this.order = order;
  }

  @Override
  protected Contract contract() {
    return Contract.TWO_PHASE;
  }

  @Override
  protected Bench bench(Gate gate) {
    return new ShelfSink.Shelf(gate, order);
  }

  @Override
  protected Depth depth() {
    return Depth.ONE_FAULT;
  }

  @Override
  protected Set<Capability> can() {
    return Set.of(Capability.RECORDS_WITHOUT_KEY);
  }

  @Override
  protected Set<Weakness> declares() {
    return Set.of(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS, Weakness.REPEATED_AFTER_OLDER_RESTORE);
  }
}
