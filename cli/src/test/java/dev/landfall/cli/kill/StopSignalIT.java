package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.state.StateDirectory;
import dev.landfall.sdk.HostTime;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is asked to end. */
class StopSignalIT {
  private static final long COUNT = 6_000;

  /** As a shell tells it: 128 and the signal's number. */
  private static final int TERMINATED = 143;

  @TempDir private Path root;

  @Test
  void terminated_takesALastCheckpoint() throws Exception {
    Scenario scenario = new Scenario(root, Target.DIRECTORY, COUNT, 2_000);
    try (Host host = scenario.start(2)) {
      host.awaitGenerationAfter(0);
      host.awaitCheckpoint(1);

      host.signal("TERM");

      assertThat(host.awaitEnd()).as(host.printed()).isEqualTo(TERMINATED);
      assertThat(host.printed()).contains("stopped up to checkpoint");
    }
    int written = scenario.records().size();
    assertThat(written).isBetween(1, (int) COUNT - 1);
    assertThat(scenario.leftovers()).isEmpty();
    long covered =
        StateDirectory.at(root.resolve("state"), HostTime.system())
            .checkpoints()
            .get(0)
            .read()
            .positions()
            .values()
            .stream()
            .mapToLong(split -> Long.parseLong(split.fields().values().iterator().next()))
            .sum();
    assertThat(covered).isEqualTo(written);

    Host rest = scenario.start(2);
    assertThat(rest.awaitEnd()).as(rest.printed()).isZero();
    assertThat(new HashSet<>(scenario.records())).hasSize((int) COUNT);
    assertThat(scenario.records().size()).isEqualTo((int) COUNT);
  }
}
