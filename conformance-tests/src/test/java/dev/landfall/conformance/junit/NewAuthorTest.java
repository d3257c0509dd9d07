package dev.landfall.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.junit.ShelfSink.Order;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A newcomer plugs in a backend; where it is wrong, the suite's message alone tells where. */
class NewAuthorTest {
  @Nested
  class RightOrder extends ShelfConformance {
    RightOrder() {
      super(Order.SHOW_AND_NOTE_AT_ONCE);
    }
  }

  @Nested
  class RightOrderOnTheLogOfTheHost extends BinConformance {
    RightOrderOnTheLogOfTheHost() {
      super(BinSink.Order.PUT_THEN_CONFIRM);
    }
  }

  @Test
  void confirmationBeforeItsData_isToldByRulePlaceAndRecord() {
    List<String> failures = failures(new BinConformance(BinSink.Order.CONFIRM_THEN_PUT) {});

    assertThat(failures.get(0))
        .startsWith("P0;seed=1 W-2")
        .contains("a/out/0/g1/o1", "s0:0", "C1.confirm/Confirm#1")
        .endsWith("confirmed it while its data was not complete");
  }

  @Test
  void wrongOrderOfTwoSteps_isToldByRulePlaceAndRecord() {
    List<String> failures = failures(new ShelfConformance(Order.NOTE_THEN_SHOW) {});

    // It says: killed between Note and Show; the commit that followed claimed what nobody sees.
    assertThat(failures)
        .anySatisfy(
            failure ->
                assertThat(failure)
                    .startsWith("P0;seed=1;K1@C1.commit/Show#1")
                    .contains("T-4", "a/out/0/g1/o1", "s0:0", "ALREADY_COMMITTED"));
  }

  private static List<String> failures(SinkConformance suite) {
    List<String> failures = new ArrayList<>();
    suite.conformance().forEach(node -> run(node, failures));
    return failures;
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
