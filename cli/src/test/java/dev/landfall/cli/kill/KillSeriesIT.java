package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real command, killed with SIGKILL again and again and started again with another number of
 * writers. A control run tells what must be there; the same series without replay, or without
 * recovery, must end otherwise, or the kills would prove nothing. {@code -Dlandfall.seed=N} repeats
 * the moments.
 */
class KillSeriesIT {
  private static final int[] PARALLELISM = {1, 2, 4, 3};
  private static final int KILLS = 6;
  private static final int MANY_KILLS = 50;
  private static final int LONGEST_LIFE_MILLIS = 600;
  private static final long RATE = 2_000;
  private static final String SAME = "the same";

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(Target.class)
  void everyRecordOnce(Target target) throws Exception {
    survives(target, KILLS);
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource(Target.class)
  void everyRecordOnce_longSeries(Target target) throws Exception {
    survives(target, MANY_KILLS);
  }

  private void survives(Target target, int kills) throws Exception {
    Scenario scenario = scenario(target, kills);

    for (int turn = 0; turn < kills; turn++) {
      Moment moment = random.nextInt(3) == 0 ? Moment.EARLY : Moment.AMONG_CHECKPOINTS;
      kill(scenario, moment, turn, Scenario::start);
    }
    Host last = scenario.start(2);

    assertThat(last.awaitEnd()).as(last.printed()).isZero();
    assertThat(difference(scenario.records(), control(target, scenario.count())))
        .as("%s, -Dlandfall.seed=%d", target, seed)
        .isEqualTo(SAME);
    assertThat(scenario.leftovers()).as("%s, -Dlandfall.seed=%d", target, seed).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void withoutReplay_theKillsBite(Target target) throws Exception {
    Scenario scenario = scenario(target, 2);

    for (int turn = 0; turn < 2; turn++) {
      kill(scenario, Moment.AMONG_CHECKPOINTS, turn, lacking(FaultyHost.Fault.NO_REPLAY));
    }
    Host last = scenario.start(2, FaultyHost.Fault.NO_REPLAY);

    assertThat(last.awaitEnd()).as(last.printed()).isZero();
    assertThat(difference(scenario.records(), control(target, scenario.count())))
        .as("%s, -Dlandfall.seed=%d", target, seed)
        .isNotEqualTo(SAME);
  }

  @Test
  void withoutRecovery_theKillsBite() throws Exception {
    Scenario scenario = scenario(Target.DIRECTORY, 3);

    for (int turn = 0; turn < 3; turn++) {
      kill(scenario, Moment.AMONG_CHECKPOINTS, turn, lacking(FaultyHost.Fault.NO_RECOVERY));
    }
    Host last = scenario.start(2, FaultyHost.Fault.NO_RECOVERY);

    assertThat(last.awaitEnd()).as(last.printed()).isZero();
    assertThat(
            scenario.leftovers().isEmpty()
                && difference(scenario.records(), control(Target.DIRECTORY, scenario.count()))
                    .equals(SAME))
        .as("-Dlandfall.seed=%d", seed)
        .isFalse();
  }

  private static Start lacking(FaultyHost.Fault fault) {
    return (scenario, parallelism) -> scenario.start(parallelism, fault);
  }

  private Scenario scenario(Target target, int kills) {
    System.out.printf("%s, %d kills: -Dlandfall.seed=%d%n", target, kills, seed);
    // At this rate no run ends before the last kill, on a busy machine either.
    long count = kills * (2 * LONGEST_LIFE_MILLIS * RATE / 1_000) + RATE;
    return new Scenario(root.resolve("killed"), target, count, RATE);
  }

  private List<String> control(Target target, long count) throws Exception {
    Scenario control = new Scenario(root.resolve("control"), target, count, 0);
    Host host = control.start(1);
    assertThat(host.awaitEnd()).as(host.printed()).isZero();
    List<String> records = control.records();
    assertThat(records.size()).isEqualTo((int) count);
    return records;
  }

  private interface Start {
    Host host(Scenario scenario, int parallelism) throws IOException;
  }

  private enum Moment {
    /** Recovery, opening, the first records. */
    EARLY,
    /** Records are read that no checkpoint covers. */
    AMONG_CHECKPOINTS
  }

  private void kill(Scenario scenario, Moment moment, int turn, Start start)
      throws IOException, InterruptedException {
    long before = Host.generation(scenario.home());
    try (Host host = start.host(scenario, PARALLELISM[turn % PARALLELISM.length])) {
      long generation = host.awaitGenerationAfter(before);
      if (moment == Moment.AMONG_CHECKPOINTS) {
        host.awaitCheckpoint(generation);
      }
      host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
      assertThat(host.isAlive()).as(host.printed()).isTrue();
      host.kill();
    }
  }

  /** Tells what differs; the lists themselves are long. */
  private static String difference(List<String> actual, List<String> expected) {
    List<String> extra = new ArrayList<>(actual);
    List<String> missing = new ArrayList<>();
    Set<String> found = new HashSet<>(actual);
    Set<String> wanted = new HashSet<>(expected);
    expected.stream().filter(one -> !found.contains(one)).forEach(missing::add);
    extra.removeIf(wanted::remove);
    return missing.isEmpty() && extra.isEmpty()
        ? SAME
        : String.format(
            "%d missing, such as %s; %d twice or foreign, such as %s",
            missing.size(),
            missing.stream().findFirst().orElse("-"),
            extra.size(),
            extra.stream().findFirst().orElse("-"));
  }
}
