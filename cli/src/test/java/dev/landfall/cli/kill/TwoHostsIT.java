package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StoredCheckpoint;
import dev.landfall.sdk.HostTime;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes and one state directory. */
class TwoHostsIT {
  private static final long COUNT = 6_000;

  @TempDir private Path root;

  @Test
  void second_isRefused_andTheFirstGoesOn() throws Exception {
    Scenario scenario = new Scenario(root, Target.DIRECTORY, 100 * COUNT, 1_000);
    try (Host first = scenario.start(2)) {
      first.awaitGenerationAfter(0);

      Host second = scenario.start(2);

      assertThat(second.awaitEnd()).as(second.printed()).isEqualTo(1);
      assertThat(second.printed()).contains("it is held by process").contains("--take-over");
      int written = scenario.records().size();
      while (scenario.records().size() == written) {
        assertThat(first.isAlive()).as(first.printed()).isTrue();
        first.pause(20);
      }
    }
    assertThat(Host.generation(root)).isEqualTo(1);
  }

  /** Not with H2: while the first lives, its database file is open to no other process. */
  @ParameterizedTest
  @EnumSource(
      value = Target.class,
      names = {"WRITE_AHEAD", "DIRECTORY"})
  void HO_11_stoppedHostThatWasTakenOver_completesNothing(Target target) throws Exception {
    Scenario scenario = new Scenario(root, target, COUNT, 2_000);
    try (Host first = scenario.start(2)) {
      first.awaitGenerationAfter(0);
      awaitCheckpoint(first);
      first.signal("STOP");

      Host second = scenario.start(3, "--take-over");
      second.awaitGenerationAfter(1);
      first.signal("CONT");

      assertThat(first.awaitEnd()).as(first.printed()).isNotZero();
      assertThat(second.awaitEnd()).as(second.printed()).isZero();
    }
    assertThat(state().checkpoints())
        .extracting(StoredCheckpoint::generation)
        .allMatch(generation -> generation.value() == 2);
    assertThat(new HashSet<>(scenario.records())).hasSize((int) COUNT);
    assertThat(scenario.records().size()).isEqualTo((int) COUNT);
  }

  private void awaitCheckpoint(Host host) throws Exception {
    while (state().checkpoints().isEmpty()) {
      assertThat(host.isAlive()).as(host.printed()).isTrue();
      host.pause(5);
    }
  }

  private StateDirectory state() {
    return StateDirectory.at(root.resolve("state"), HostTime.system());
  }
}
