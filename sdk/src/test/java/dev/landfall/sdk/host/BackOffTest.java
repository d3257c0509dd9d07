package dev.landfall.sdk.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BackOffTest {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final int SEEDS = 200;

  private final ManualTime time = new ManualTime();

  @Test
  void pauses_doubleUpToTheLongest_andEachLiesInTheUpperHalfOfItsBound() throws Exception {
    int[] bounds = {100, 200, 400, 800, 1000, 1000};
    List<List<Duration>> pauses = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      pauses.add(pauses(seed, bounds.length));
    }

    for (int attempt = 0; attempt < bounds.length; attempt++) {
      int at = attempt;
      List<Duration> ofAttempt = pauses.stream().map(one -> one.get(at)).toList();
      assertThat(ofAttempt)
          .allSatisfy(
              pause ->
                  assertThat(pause)
                      .isBetween(Duration.ofMillis(bounds[at] / 2), Duration.ofMillis(bounds[at])));
      // The whole upper half is used, so that processes that failed together do not come together.
      assertThat(ofAttempt).anyMatch(pause -> pause.toMillis() < bounds[at] * 6L / 10);
      assertThat(ofAttempt).anyMatch(pause -> pause.toMillis() > bounds[at] * 9L / 10);
    }
  }

  private List<Duration> pauses(long seed, int count) throws Exception {
    CommitLimits limits = new CommitLimits(Duration.ofHours(1), FIRST, LONGEST);
    BackOff backOff = new BackOff(time, limits, new SplittableRandom(seed));
    List<Duration> pauses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long before = time.nanos();
      assertThat(backOff.pause(Duration.ZERO)).isTrue();
      pauses.add(Duration.ofNanos(time.nanos() - before));
    }
    return pauses;
  }

  @Test
  void pauseThatEndsWithPatience_isMade_aNanosecondMoreIsNot() throws Exception {
    Duration patience = Duration.ofSeconds(10);
    CommitLimits limits = new CommitLimits(patience, FIRST, LONGEST);
    time.pause(Duration.ofSeconds(5)); // The clock does not begin with the work.

    BackOff backOff = new BackOff(time, limits, new SplittableRandom(1));
    time.pause(Duration.ofSeconds(4));

    assertThat(backOff.pause(Duration.ofSeconds(6).plusNanos(1))).isFalse();
    assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(9).toNanos());
    assertThat(backOff.pause(Duration.ofSeconds(6))).isTrue();
    assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(15).toNanos());
    assertThat(backOff.attempts()).isEqualTo(2);
  }

  @Test
  void limitsOfZero_waitForNothing() throws Exception {
    CommitLimits none = new CommitLimits(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    BackOff backOff = new BackOff(time, none, new SplittableRandom(1));

    assertThat(backOff.pause(Duration.ZERO)).isTrue();
    assertThat(time.nanos()).isZero();
    assertThat(backOff.pause(Duration.ofNanos(1))).isFalse();
  }

  @Test
  void boundOfOneNanosecond_isNoDivisionByNothing() throws Exception {
    CommitLimits limits =
        new CommitLimits(Duration.ofSeconds(1), Duration.ofNanos(1), Duration.ofNanos(1));

    assertThat(new BackOff(time, limits, new SplittableRandom(1)).pause(Duration.ZERO)).isTrue();
  }

  @Test
  void attemptsWithoutEnd_keepTheLongestPause() throws Exception {
    CommitLimits limits = new CommitLimits(Duration.ofDays(1), FIRST, LONGEST);
    BackOff backOff = new BackOff(time, limits, new SplittableRandom(1));
    for (int i = 0; i < 100; i++) {
      long before = time.nanos();
      assertThat(backOff.pause(Duration.ZERO)).isTrue();
      assertThat(Duration.ofNanos(time.nanos() - before)).isLessThanOrEqualTo(LONGEST);
    }
  }

  @Test
  void negativeLimits_andAFirstPauseAboveTheLongest_areRefused() {
    assertThatThrownBy(() -> new CommitLimits(Duration.ofNanos(-1), FIRST, LONGEST))
        .hasMessageContaining("PT-0.000000001S");
    assertThatThrownBy(() -> new CommitLimits(LONGEST, Duration.ofNanos(-1), LONGEST))
        .hasMessageContaining("PT-0.000000001S");
    assertThatThrownBy(() -> new CommitLimits(LONGEST, LONGEST.plusNanos(1), LONGEST))
        .hasMessageContaining("the first back-off at most the longest");
  }
}
