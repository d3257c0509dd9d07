package dev.landfall.runner;

import dev.landfall.sdk.config.Key;
import java.nio.file.Path;
import java.time.Duration;

/** When checkpoints are taken and where they are kept. Immutable, thread-safe. */
public record CheckpointSettings(
    @Key("The pipeline's state directory, on a local file system; one pipeline each")
        Path directory,
    @Key(value = "Time between two checkpoints, 10ms to 24h", defaultValue = "5s")
        Duration interval,
    @Key(
            value =
                "A checkpoint that takes longer has failed; its records stay for the next; 10ms to"
                    + " 24h",
            defaultValue = "1m")
        Duration timeout,
    @Key(
            value = "So many checkpoints may fail in a row before the run ends; 0 or more",
            defaultValue = "3")
        int toleratedFailures,
    @Key(value = "So many checkpoints are kept, 1 to 1000", defaultValue = "3") int retained,
    @Key(
            value =
                "How long the pipeline may be down without loss, a year at most; prepared work must"
                    + " live through it",
            defaultValue = "10m")
        Duration toleratedDowntime) {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration LONGEST_DOWNTIME = Duration.ofDays(366);
  private static final int MAX_RETAINED = 1000;

  public CheckpointSettings {
    require(isBounded(interval), "interval", interval, "10ms to 24h");
    require(isBounded(timeout), "timeout", timeout, "10ms to 24h");
    require(toleratedFailures >= 0, "tolerated-failures", toleratedFailures, "0 or more");
    require(retained >= 1 && retained <= MAX_RETAINED, "retained", retained, "1 to 1000");
    require(
        !toleratedDowntime.isNegative() && toleratedDowntime.compareTo(LONGEST_DOWNTIME) <= 0,
        "tolerated-downtime",
        toleratedDowntime,
        "0s to 8784h");
  }

  private static boolean isBounded(Duration duration) {
    return duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0;
  }

  private static void require(boolean fits, String key, Object actual, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(key + " is " + actual + ", expected " + expected);
    }
  }
}
