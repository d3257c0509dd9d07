package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Outing.Strike;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CellBookTest {
  private static final Plan CONTROL = Plan.control(Schedules.of("P9"));

  private final CellBook book = book(Contract.TWO_PHASE);

  private static CellBook book(Contract contract) {
    StoreDriver driver = new Clear();
    return new CellBook(contract, driver, new WirePoints(contract, driver, WireProfile.FULL));
  }

  @Test
  void aCellThatNoRunHasReached_isSoughtInTheRunThatMeetsIt() {
    book.meets(
        CONTROL,
        List.of(
            point("S4.rescale/Select#1", Phase.RESCALE, Access.READ),
            point("S4.rescale/XaRollback#1", Phase.RESCALE, Access.ABORT)));
    book.struck(new Strike(point("S4.rescale/Select#1", Phase.RESCALE, Access.READ), Fault.K3));

    assertThat(sought(false))
        .containsExactly("P9 [K1@S4.rescale/XaRollback#1]", "P9 [K10@S4.rescale/XaRollback#1]");
    assertThat(sought(true))
        .as("what takes long")
        .containsExactly("P9 [K11@S4.rescale/XaRollback#1]");
  }

  @Test
  void aPlaceBehindAFault_comesAfterThoseWithoutOne_andTheSteadyFaultsFirst() {
    Point close = point("E.end/XaRollback#1", Phase.END, Access.ABORT);
    book.meets(behind(Fault.K7), List.of(close));
    book.meets(behind(Fault.K1), List.of(close));
    book.meets(CONTROL, List.of(close));

    List<String> ofK5 =
        sought(false).stream().filter(one -> one.contains("K5@E.end/XaRollback#1")).toList();

    assertThat(ofK5)
        .containsExactly(
            "P9 [K5@E.end/XaRollback#1]",
            "P9 [K1@C1.write/Insert#1, K5@E.end/XaRollback#1]",
            "P9 [K7@C1.write/Insert#1, K5@E.end/XaRollback#1]");
  }

  @Test
  void aCellWithoutAPlace_isAbsentAndSaysWhy_andTheOthersAreDefined() {
    CellBook idempotent = book(Contract.IDEMPOTENT);
    idempotent.meets(
        CONTROL,
        List.of(
            point("S1.open/Get#1", Phase.OPEN, Access.READ),
            point("C1.prepare/Set#1", Phase.PREPARE, Access.PUT),
            event("C1.durable", Phase.CHECKPOINT),
            event("E.close", Phase.END)));

    Map<Cell, String> absent = idempotent.absent();

    assertThat(absent)
        .containsEntry(new Cell(Phase.END, Fault.K5), "no request")
        .containsEntry(new Cell(Phase.RESCALE, Fault.K1), "never happens")
        .containsEntry(new Cell(Phase.WRITE, Fault.K9), "the store is not ours to kill")
        .containsEntry(new Cell(Phase.OPEN, Fault.K8), "no error that the store could give there")
        .doesNotContainKeys(
            new Cell(Phase.OPEN, Fault.K5),
            new Cell(Phase.WRITE, Fault.K3),
            new Cell(Phase.END, Fault.K1),
            new Cell(Phase.CHECKPOINT, Fault.K10));
    assertThat(idempotent.defined())
        .hasSize(FaultMatrix.cells(Contract.IDEMPOTENT).size() - absent.size())
        .doesNotContainAnyElementsOf(absent.keySet());
  }

  @Test
  void aCellThatWasRunSomewhere_isDefined_andAFaultAtAFlushCountsForWritingToo() {
    CellBook idempotent = book(Contract.IDEMPOTENT);
    Point flush = point("C1.prepare/Set#1", Phase.PREPARE, Access.PUT);

    idempotent.struck(new Strike(flush, Fault.K1));

    Set<Cell> both = Set.of(new Cell(Phase.PREPARE, Fault.K1), new Cell(Phase.WRITE, Fault.K1));
    assertThat(idempotent.reached()).isEqualTo(both);
    assertThat(idempotent.defined()).isEqualTo(both);
  }

  @Test
  void aCellMetBehindAFaultAlone_countsAsAbsentOnceSoughtInVain_oneMetWithoutAFaultDoesNot() {
    Cell byChance = new Cell(Phase.END, Fault.K5);
    Cell certain = new Cell(Phase.RESCALE, Fault.K3);
    book.meets(behind(Fault.K1), List.of(point("E.end/InitProducerId#1", Phase.END, Access.ABORT)));
    book.meets(CONTROL, List.of(point("S4.rescale/XaRollback#1", Phase.RESCALE, Access.ABORT)));

    assertThat(book.countsAsAbsent(byChance, 7)).isTrue();
    assertThat(book.countsAsAbsent(certain, 7)).isFalse();

    assertThat(book.absent())
        .containsEntry(byChance, "met by chance behind a fault, and in none of 7 more runs")
        .doesNotContainKey(certain);
    assertThat(book.defined()).contains(certain).doesNotContain(byChance);

    book.struck(new Strike(point("E.end/InitProducerId#1", Phase.END, Access.ABORT), Fault.K5));
    assertThat(book.defined()).as("reached after all").contains(byChance);
  }

  private List<String> sought(boolean slowToo) {
    List<String> runs = new ArrayList<>();
    Optional<CellBook.Sought> next = book.next(slowToo);
    while (next.isPresent()) {
      Plan plan = next.get().run().plan();
      runs.add(plan.schedule().id() + " " + plan.faults());
      if (plan.faults().size() == 1 && !next.get().cell().phase().equals(Phase.END)) {
        book.struck(new Strike(pointOf(next.get().cell()), next.get().cell().fault()));
      }
      next = book.next(slowToo);
    }
    return runs;
  }

  private static Point pointOf(Cell cell) {
    return point("S4.rescale/XaRollback#1", cell.phase(), Access.ABORT);
  }

  private static Plan behind(Fault fault) {
    return CONTROL.with(List.of(new Injection(fault, Address.parse("C1.write/Insert#1"))));
  }

  private static Point point(String at, Phase phase, Access access) {
    return new Point(Address.parse(at), phase, Optional.of(access), false);
  }

  private static Point event(String at, Phase phase) {
    return new Point(Address.parse(at), phase, Optional.empty(), false);
  }
}
