package dev.landfall.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import dev.landfall.conformance.wire.KnownStates.After;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownStatesTest {
  private static final List<Schedule> SCHEDULES = Schedules.all();

  private final KnownStates known = new KnownStates();

  private boolean goesOn(After after, Schedule schedule, String name, String state) {
    boolean goesOn = known.crash(after, schedule, name).test(state);
    known.learn();
    return goesOn;
  }

  @Test
  void anEqualCrash_isGoneOnFromOnce() {
    Schedule schedule = SCHEDULES.get(0);

    assertThat(goesOn(After.A_NEW_CRASH, schedule, "q1", "q1a has 2")).isTrue();
    assertThat(goesOn(After.A_NEW_CRASH, schedule, "q2", "q2a has 2")).isFalse();
    assertThat(goesOn(After.A_NEW_CRASH, schedule, "q3", "q3a has 3")).isTrue();
    assertThat(goesOn(After.ANY_CRASH, schedule, "q4", "q4a has 2")).isTrue();
  }

  @Test
  void anotherSchedule_goesOnDifferently() {
    assertThat(goesOn(After.A_NEW_CRASH, SCHEDULES.get(0), "q1", "q1a has 2")).isTrue();
    assertThat(goesOn(After.A_NEW_CRASH, SCHEDULES.get(1), "q2", "q2a has 2")).isTrue();
  }

  @Test
  void whatARunLearnt_thatCameToNothing_isNotKnown() {
    Schedule schedule = SCHEDULES.get(0);
    assertThat(known.crash(After.A_NEW_CRASH, schedule, "q1").test("q1a has 2")).isTrue();
    assertThat(known.isNewEnd(() -> "q1 is over", "q1")).isTrue();
    known.forget();

    assertThat(goesOn(After.A_NEW_CRASH, schedule, "q2", "q2a has 2")).isTrue();
    assertThat(known.isNewEnd(() -> "q2 is over", "q2")).isTrue();
    known.learn();
    assertThat(known.isNewEnd(() -> "q3 is over", "q3")).isFalse();
  }
}
