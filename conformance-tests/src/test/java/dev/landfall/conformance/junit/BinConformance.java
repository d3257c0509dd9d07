package dev.landfall.conformance.junit;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.junit.BinSink.Order;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Set;

/** All that an author of a write-ahead sink writes; the log is the host's. */
abstract class BinConformance extends SinkConformance {
  private final Order order;

  BinConformance(Order order) {
    this.order = order;
  }

  @Override
  protected Contract contract() {
    return Contract.WRITE_AHEAD;
  }

  @Override
  protected Bench bench(Gate gate) {
    return new BinSink.Bin(gate, order);
  }

  @Override
  protected Depth depth() {
    return Depth.FIRST_OF_EACH_KIND;
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
