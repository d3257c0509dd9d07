package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.schedule.Schedules;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WirePointsTest {
  @Test
  void aSecondKill_leavesOutWhatComesBehindAReadRequest() {
    Address victim = Address.parse("C1.commit/XaCommit#1");
    Plan kill = Plan.control(Schedules.brief()).with(List.of(new Injection(Fault.K1, victim)));
    List<Point> points =
        List.of(
            point("S1.recover/Select#1", Phase.RECOVER, Access.READ),
            point("C1.commit/XaCommit#1", Phase.COMMIT, Access.COMMIT),
            point("R1.recover/Select#1", Phase.RECOVER, Access.READ),
            point("R1.recover/Select#2", Phase.RECOVER, Access.READ),
            point("R1.recover/Update#1", Phase.RECOVER, Access.PUT),
            point("R1.recover/Select#3", Phase.RECOVER, Access.READ),
            point("C2.write/Insert#1", Phase.WRITE, Access.STAGE),
            point("R2.recover/Select#1", Phase.RECOVER, Access.READ));

    assertThat(WirePoints.second(kill, points))
        .extracting(planned -> planned.plan().faults().get(1).at().toString())
        .containsExactly("R1.recover/Select#1", "R1.recover/Select#3");
  }

  @Test
  void aCellThatNoRunHasReached_isLookedForInEverySchedule() {
    WirePoints points = new WirePoints(Contract.TWO_PHASE, new Clear(), WireProfile.FULL);
    List<Point> met =
        List.of(
            point("S3.recover/Select#1", Phase.RECOVER, Access.READ),
            point("S4.rescale/Select#1", Phase.RESCALE, Access.READ),
            point("S4.rescale/XaRollback#1", Phase.RESCALE, Access.ABORT),
            point("S4.rescale/XaCommit#1", Phase.RESCALE, Access.COMMIT));
    Set<Cell> reached = new HashSet<>();
    FaultMatrix.faults(Phase.RECOVER, Contract.TWO_PHASE)
        .forEach(fault -> reached.add(new Cell(Phase.RECOVER, fault)));

    List<WirePoints.Planned> planned = points.cells(Schedules.of("P9"), met, reached);

    assertThat(planned)
        .extracting(one -> one.plan().schedule().id() + " " + one.plan().faults())
        .containsExactly(
            "P9 [K1@S4.rescale/XaRollback#1]",
            "P9 [K3@S4.rescale/XaRollback#1]",
            "P9 [K10@S4.rescale/XaRollback#1]",
            "P9 [K11@S4.rescale/XaRollback#1]");
    assertThat(planned).filteredOn(WirePoints.Planned::isSlow).hasSize(1);
    assertThat(points.cells(Schedules.of("P9"), met, reached)).as("once").isEmpty();
    assertThat(
            new WirePoints(Contract.TWO_PHASE, new Clear(), WireProfile.QUICK)
                .cells(Schedules.of("P9"), met, new HashSet<>()))
        .as("of the full profile alone")
        .isEmpty();
  }

  @Test
  void whatAnIdempotentSinkSendsAtABarrier_isItsFlushAndSuffersWhatAFlushDoes() {
    List<Point> met =
        List.of(
            point("S1.recover/Select#1", Phase.RECOVER, Access.READ),
            point("C1.prepare/Insert#1", Phase.PREPARE, Access.PUT));

    assertThat(quick(Contract.IDEMPOTENT, met))
        .containsExactly(
            "K1@S1.recover/Select#1",
            "K1@C1.prepare/Insert#1",
            "K3@C1.prepare/Insert#1",
            "K5@C1.prepare/Insert#1",
            "K10@C1.prepare/Insert#1");
    assertThat(quick(Contract.TWO_PHASE, met))
        .containsExactly("K1@S1.recover/Select#1", "K1@C1.prepare/Insert#1");
    assertThat(met.get(1).cells(Fault.K3, Contract.IDEMPOTENT))
        .containsExactly(new Cell(Phase.WRITE, Fault.K3));
    assertThat(met.get(1).cells(Fault.K1, Contract.IDEMPOTENT))
        .containsExactlyInAnyOrder(
            new Cell(Phase.WRITE, Fault.K1), new Cell(Phase.PREPARE, Fault.K1));
    assertThat(met.get(1).cells(Fault.K3, Contract.TWO_PHASE))
        .containsExactly(new Cell(Phase.PREPARE, Fault.K3));
  }

  private static List<String> quick(Contract contract, List<Point> met) {
    return new WirePoints(contract, new Clear(), WireProfile.QUICK)
        .faults(met, new Gaps.Book()).stream()
            .map(planned -> planned.plan().faults().get(0).toString())
            .toList();
  }

  /** A store that ends transactions after a minute; nobody asks it for anything else. */
  private static final class Clear implements StoreDriver {
    @Override
    public StoreFacts facts() {
      return new StoreFacts("clear", "", "given");
    }

    @Override
    public WireProtocol protocol() {
      return WireProtocol.TURNS;
    }

    @Override
    public View view() {
      return View.ROWS;
    }

    @Override
    public StoreSpace space(String name) {
      throw new UnsupportedOperationException("no run is made");
    }

    @Override
    public Duration transactionTimeout() {
      return Duration.ofMinutes(1);
    }

    @Override
    public void close() {}
  }

  private static Point point(String at, Phase phase, Access access) {
    return new Point(Address.parse(at), phase, Optional.of(access), false);
  }
}
