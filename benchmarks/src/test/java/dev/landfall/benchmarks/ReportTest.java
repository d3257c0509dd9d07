package dev.landfall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.HostTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static Report report(Goal... goals) {
    Series series =
        new Series(
            "ours",
            List.of(
                new Measured(
                    1_000_000,
                    1_000_000_000,
                    500_000_000,
                    12_000_000,
                    Map.of(Timing.PAUSE, List.of(2_000_000L)))));
    Group group = new Group("A store", "some terms", List.of(series), List.of(goals));
    return new Report(
        "x", "this against that", "run x", Machine.now(HostTime.system()), List.of(group));
  }

  @Test
  void table_showsMetAndMissed() {
    String text =
        MarkdownReport.of(
            report(
                Goal.atLeast("throughput", 0.953, 0.95, ""), Goal.atMost("pause", 31.2, 20, "ms")));

    assertThat(text)
        .contains("| throughput | ≥ 0.950 | 0.953 | met |")
        .contains("| pause | ≤ 20.0 ms | 31.2 ms | **missed** |")
        .contains("| ours | 1,000,000 (1,000,000–1,000,000) | 0.50 | 12, 12 | 1 |")
        .contains("| pause of write around a barrier, ours | 2.00 | 2.00 | 2.00 | 1 |");
  }

  @Test
  void report_isMetIfAllGoalsAre() {
    assertThat(report(Goal.atLeast("a", 1, 1, "")).isMet()).isTrue();
    assertThat(report(Goal.atLeast("a", 1, 1, ""), Goal.atMost("b", 2, 1, "")).isMet()).isFalse();
  }

  @Test
  void json_holdsEachRound() throws Exception {
    assertThat(ReportFiles.json(report(Goal.atLeast("a", 1, 1, ""))))
        .contains("\"records\" : 1000000", "\"cpuNanos\" : 500000000", "\"PAUSE\" : [ 2000000 ]");
  }
}
