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
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.schedule.Schedules;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WirePointsTest {
  @Test
  void aSecondKill_leavesOutWhatComesBehindAReadRequest() {
    Address victim = Address.parse("C1.commit/XaCommit#1");
    Plan kill = Plan.control(Schedules.brief()).with(List.of(new Injection(Fault.K1, victim)));
    List<Point> points =
        List.of(
            point("S1.open/Select#1", Phase.OPEN, Access.READ),
            point("C1.commit/XaCommit#1", Phase.COMMIT, Access.COMMIT),
            point("R1.recover/Select#1", Phase.RECOVER, Access.READ),
            point("R1.recover/Select#2", Phase.RECOVER, Access.READ),
            point("R1.recover/Update#1", Phase.RECOVER, Access.PUT),
            point("R1.recover/Select#3", Phase.RECOVER, Access.READ),
            point("C2.write/Insert#1", Phase.WRITE, Access.STAGE),
            point("R2.recover/Select#1", Phase.RECOVER, Access.READ));

    assertThat(WirePoints.second(kill, victim, points))
        .extracting(planned -> planned.plan().faults().get(1).at().toString())
        .containsExactly("R1.recover/Select#1", "R1.recover/Select#3");
  }

  @Test
  void aSecondKill_comesBehindWhereTheFirstOneStruck() {
    Address planned = Address.parse("C1.prepare/Produce#1");
    Plan kill = Plan.control(Schedules.brief()).with(List.of(new Injection(Fault.K1, planned)));
    List<Point> points =
        List.of(
            point("C1.commit/Produce#1", Phase.COMMIT, Access.COMMIT),
            point("R1.recover/EndTxn#1", Phase.RECOVER, Access.COMMIT));

    assertThat(WirePoints.second(kill, points.get(0).at(), points))
        .extracting(second -> second.plan().faults().get(1).at().toString())
        .containsExactly("R1.recover/EndTxn#1");
  }

  @Test
  void whatAnIdempotentSinkSendsAtABarrier_isItsFlushAndSuffersWhatAFlushDoes() {
    List<Point> met =
        List.of(
            point("S1.open/Select#1", Phase.OPEN, Access.READ),
            point("C1.prepare/Insert#1", Phase.PREPARE, Access.PUT));

    assertThat(quick(Contract.IDEMPOTENT, met))
        .containsExactly(
            "K1@S1.open/Select#1",
            "K1@C1.prepare/Insert#1",
            "K3@C1.prepare/Insert#1",
            "K5@C1.prepare/Insert#1",
            "K10@C1.prepare/Insert#1");
    assertThat(quick(Contract.TWO_PHASE, met))
        .containsExactly("K1@S1.open/Select#1", "K1@C1.prepare/Insert#1");
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

  @Test
  void aMomentAmidstRecords_isAPlaceOnlyWhereNothingIsSentWhileTheHostWrites() {
    Point amidst = new Point(Address.parse("C1.write"), Phase.WRITE, Optional.empty(), false);
    Point sent = point("C1.write/XaStart#1", Phase.WRITE, Access.STAGE);
    WirePoints points = new WirePoints(Contract.TWO_PHASE, new Clear(), WireProfile.FULL);

    assertThat(points.firstOfEachKind(List.of(amidst), Fault.K1)).containsExactly(amidst);
    assertThat(points.firstOfEachKind(List.of(amidst, sent), Fault.K1)).containsExactly(sent);
    assertThat(quick(Contract.TWO_PHASE, List.of(amidst, sent)))
        .containsExactly("K1@C1.write/XaStart#1");
  }

  private static Point point(String at, Phase phase, Access access) {
    return new Point(Address.parse(at), phase, Optional.of(access), false);
  }
}
