package dev.landfall.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.junit.ShelfSink.Order;
import dev.landfall.conformance.model.Capability;
import dev.landfall.conformance.model.Contract;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A newcomer plugs in a backend; where it is wrong, the suite's message alone tells where. */
class NewAuthorTest {
  /** All that an author writes. */
  private static class ShelfConformance extends SinkConformance {
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

  @Nested
  class RightOrder extends ShelfConformance {
    RightOrder() {
      super(Order.SHOW_AND_NOTE_AT_ONCE);
    }
  }

  @Test
  void wrongOrderOfTwoSteps_isToldByRulePlaceAndRecord() {
    List<String> failures = new ArrayList<>();
    new ShelfConformance(Order.NOTE_THEN_SHOW).conformance().forEach(node -> run(node, failures));

    // It says: killed between Note and Show; the commit that followed claimed what nobody sees.
    assertThat(failures)
        .anySatisfy(
            failure ->
                assertThat(failure)
                    .startsWith("P0;seed=1;K1@C1.commit/Show#1")
                    .contains("T-4", "a/out/0/g1/o1", "s0:0", "ALREADY_COMMITTED"));
  }

  private static void run(DynamicNode node, List<String> failures) {
    if (node instanceof DynamicContainer container) {
      container.getChildren().forEach(child -> run(child, failures));
    } else if (node instanceof DynamicTest test) {
      try {
        test.getExecutable().execute();
      } catch (Throwable e) {
        failures.add(test.getDisplayName() + " " + e.getMessage());
      }
    }
  }
}
