package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
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

  private static Point point(String at, Phase phase, Access access) {
    return new Point(Address.parse(at), phase, Optional.of(access), false);
  }
}
