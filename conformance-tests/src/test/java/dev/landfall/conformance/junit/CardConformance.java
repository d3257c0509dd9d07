package dev.landfall.conformance.junit;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.junit.CardSink.Order;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Set;

/** All that an author of a sink by key writes. */
abstract class CardConformance extends SinkConformance {
  private final Order order;

  CardConformance(Order order) {
    this.order = order;
  }

  @Override
  protected Contract contract() {
    return Contract.IDEMPOTENT;
  }

  @Override
  protected View view() {
    return View.KEYED;
  }

  @Override
  protected Bench bench(Gate gate) {
    return new CardSink.Drawer(gate, order);
  }

  @Override
  protected Depth depth() {
    return Depth.ONE_FAULT;
  }

  @Override
  protected Set<Capability> can() {
    return Set.of(Capability.DELETES);
  }

  @Override
  protected Set<Weakness> declares() {
    return Set.of(Weakness.VISIBLE_BEFORE_DURABLE, Weakness.OLDER_VALUE_SEEN);
  }
}
