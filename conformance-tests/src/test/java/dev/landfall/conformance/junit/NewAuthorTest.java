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

  @Nested
  class RightOrderByKey extends CardConformance {
    RightOrderByKey() {
      super(CardSink.Order.PUT);
    }
  }

  @Nested
  class RightOrderByKeyWithMarks extends CardConformance {
    RightOrderByKeyWithMarks() {
      super(CardSink.Order.PUT_THEN_MARK);
    }
  }

  @Test
  void markBeforeItsRecord_isToldByRulePlaceAndWhoDidNothing() {
    List<String> failures = failures(new CardConformance(CardSink.Order.MARK_THEN_PUT) {});

    // It says: killed between Mark and Put; process 2 was handed the record, and left the key as
    // process 1 had put it.
    assertThat(failures)
        .contains(
            "P0;seed=1;K1@C1.prepare/Put#3 I-3 order per key changed, a/out/0/g1/o1, first wrong"
                + " record s0:2: key as0 holds s0:0, expected the last one, s0:2 (handed to process"
                + " 2; the key was last changed by C1.prepare/Put#1 of process 1)");
  }

  @Test
  void removedBeforeItIsWrittenAgain_isToldByRulePlaceAndRecord() {
    List<String> failures = failures(new CardConformance(CardSink.Order.REMOVE_THEN_PUT) {});

    assertThat(failures.get(0))
        .isEqualTo(
            "P0;seed=1 I-2 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first"
                + " wrong record s0:0: key as0 is no longer there after C1.prepare/Remove#3 of"
                + " process 1, and nobody deleted it");
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
