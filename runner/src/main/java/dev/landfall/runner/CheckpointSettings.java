package dev.landfall.runner;

import dev.landfall.sdk.config.Key;
import java.nio.file.Path;
import java.time.Duration;

/** When checkpoints are taken and where they are kept. Immutable, thread-safe. */
public record CheckpointSettings(
    @Key("The pipeline's state directory, on a local file system; one pipeline each")
        Path directory,
    @Key(value = "Time between two checkpoints, 10ms or more", defaultValue = "5s")
        Duration interval,
    @Key(
            value = "A checkpoint that takes longer has failed; its records stay for the next",
            defaultValue = "1m")
        Duration timeout,
    @Key(
            value = "So many checkpoints may fail in a row before the run ends; 0 or more",
            defaultValue = "3")
        int toleratedFailures,
    @Key(value = "So many checkpoints are kept, 1 to 1000", defaultValue = "3") int retained,
    @Key(
            value =
                "How long the pipeline may be down without loss; prepared work must live through it",
            defaultValue = "10m")
        Duration toleratedDowntime) {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final int MAX_RETAINED = 1000;

  public CheckpointSettings {
    require(interval.compareTo(SHORTEST) >= 0, "interval", interval, "10ms or more");
    require(timeout.compareTo(SHORTEST) >= 0, "timeout", timeout, "10ms or more");
    require(toleratedFailures >= 0, "tolerated-failures", toleratedFailures, "0 or more");
    require(retained >= 1 && retained <= MAX_RETAINED, "retained", retained, "1 to 1000");
    require(!toleratedDowntime.isNegative(), "tolerated-downtime", toleratedDowntime, "0s or more");
  }

  private static void require(boolean fits, String key, Object actual, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(key + " is " + actual + ", expected " + expected);
    }
  }
}
