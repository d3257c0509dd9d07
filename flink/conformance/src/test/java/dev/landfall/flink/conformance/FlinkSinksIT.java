package dev.landfall.flink.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.evidence.Evidence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Flink's own sinks, as they are, in the quick profile; {@code docs/findings.md} says what was
 * seen. What passes here is that the suite could judge them: each fault has fired, and each run has
 * ended.
 */
@Tag("full")
class FlinkSinksIT {
  private static final Evidence TABLE =
      Evidence.table(
          "flink-sinks",
          "Flink's own sinks in the quick profile",
          "Each inside Flink's writer and committer operators, in front of a real store. A breach of"
              + " naming rules, which Flink's sinks do not claim to keep, is not counted. Again:"
              + " `mvn verify -Pfull -pl flink/conformance -am -Dit.test=FlinkSinksIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false"
              + " -Dsurefire.failIfNoSpecifiedTests=false`.",
          "sink",
          "store",
          "points",
          "points with a finding",
          "what a reader or operator meets, and in how many points",
          "first token of each");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "JDBC_SINK, mysql, jdbc, xa",
    "JDBC_SINK, mariadb, jdbc, xa",
    "JDBC_SINK, postgres, jdbc, xa",
    "KAFKA_SINK_INCREMENTING, kafka, kafka, exactly-once",
    "KAFKA_SINK_POOLING, kafka, kafka, exactly-once"
  })
  void quickProfile_isJudged(FlinkSink subject, String dialect, String type, String mode)
      throws Exception {
    HostedRun run =
        HostedRun.quick(
            subject.word() + "-" + dialect,
            subject,
            dialect,
            Map.of("type", type, "mode", mode),
            folder);

    List<PointResult> points = run.result().points();
    assertThat(points).hasSizeGreaterThan(10);
    assertThat(points)
        .filteredOn(point -> point.verdict() == Verdict.UNKNOWN)
        .extracting(PointResult::token)
        .isEmpty();
    TABLE.row(
        subject.word(),
        dialect,
        points.size(),
        points.stream().filter(point -> !HostedRun.met(point).isEmpty()).count(),
        figures(points),
        tokens(points));
  }

  private static String figures(List<PointResult> points) {
    Map<String, Integer> counts = new TreeMap<>();
    points.forEach(
        point -> HostedRun.met(point).forEach(one -> counts.merge(one, 1, Integer::sum)));
    List<String> texts = new ArrayList<>();
    counts.forEach((met, count) -> texts.add(met + ": " + count));
    return texts.isEmpty() ? "nothing" : String.join("; ", texts);
  }

  private static String tokens(List<PointResult> points) {
    Map<String, String> tokens = new TreeMap<>();
    points.forEach(
        point -> HostedRun.met(point).forEach(one -> tokens.putIfAbsent(one, point.token())));
    return tokens.isEmpty() ? "none" : "`" + String.join("`, `", tokens.values()) + "`";
  }
}
