package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallWatchTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Pulse pulse = new Pulse("writer 1");
  private final StallWatch watch = new StallWatch(List.of(pulse), TIMEOUT, 0);

  private List<Stall> at(int second) {
    return watch.look(Duration.ofSeconds(second).toNanos());
  }

  @Test
  void callThatDoesNotReturn_isToldAtHalfTheTimeOut_andWhenItHasDoubled() {
    pulse.enter(Pulse.Call.BARRIER);
    assertThat(at(10)).isEmpty();
    assertThat(at(39)).isEmpty();

    assertThat(at(40))
        .singleElement()
        .hasToString(
            "writer 1 has been in flush or prepare of the sink for 30 s and nothing moves, expected"
                + " an answer sooner (look whether the store answers, is full, or holds a lock; a"
                + " checkpoint that takes longer than 60 s fails; to end the run at once is safe,"
                + " the next start recovers)");
    assertThat(at(41)).isEmpty();
    assertThat(at(69)).isEmpty();
    assertThat(at(70)).hasSize(1);
    assertThat(at(71)).isEmpty();
  }

  @Test
  void slowSinkThatTakesRecordAfterRecord_isNotStalled() {
    pulse.enter(Pulse.Call.WRITE);

    for (int second = 1; second < 200; second += 20) {
      assertThat(at(second)).isEmpty();
      pulse.step();
    }
  }

  @Test
  void idleWriter_isNotStalled() {
    pulse.enter(Pulse.Call.WRITE);
    pulse.leave();

    assertThat(at(1)).isEmpty();
    assertThat(at(1_000)).isEmpty();
    assertThat(watch.longest(Duration.ofSeconds(1_000).toNanos())).isEmpty();
  }
}
