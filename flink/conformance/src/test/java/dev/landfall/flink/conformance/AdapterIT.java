package dev.landfall.flink.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Verdict;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Landfall sinks keep their promises inside Flink's operators. */
@Tag("full")
class AdapterIT {
  @TempDir Path folder;

  @Test
  void quickProfile_jdbcXaOnMySql_passes() throws Exception {
    HostedRun run =
        HostedRun.quick(
            "flink-jdbc-xa-mysql",
            FlinkSink.LANDFALL,
            "mysql",
            Map.of("type", "jdbc", "mode", "xa"),
            folder);

    requirePassed(run);
  }

  @Test
  void quickProfile_kafkaExactlyOnce_passes() throws Exception {
    HostedRun run =
        HostedRun.quick(
            "flink-kafka-exactly-once",
            FlinkSink.LANDFALL,
            "kafka",
            Map.of("type", "kafka", "mode", "exactly-once"),
            folder);

    requirePassed(run);
  }

  private static void requirePassed(HostedRun run) {
    assertThat(run.result().points())
        .hasSizeGreaterThan(20)
        .filteredOn(point -> point.verdict() != Verdict.PASS)
        .extracting(point -> point.token() + " " + point.why() + point.violations())
        .isEmpty();
    assertThat(run.left()).isEmpty();
    assertThat(run.restored()).as("operators that started from state").isPositive();
  }
}
