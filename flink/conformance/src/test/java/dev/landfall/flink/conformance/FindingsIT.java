package dev.landfall.flink.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.replay.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each token in {@code docs/findings.md} shows again what the page says. */
@Tag("full")
class FindingsIT {
  private static final Path PAGE = Path.of("../../docs/findings.md");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| `(([a-z-]+)-(mysql|mariadb|postgres|kafka);[^`]+)` \\| ([^|]+) \\| (\\d+) \\|.*");

  @TempDir Path folder;

  static Stream<Arguments> findings() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(
            row ->
                Arguments.of(
                    row.group(1),
                    row.group(2),
                    row.group(3),
                    row.group(4).strip(),
                    Long.parseLong(row.group(5))));
  }

  @ParameterizedTest
  @MethodSource("findings")
  void token_showsTheSameAgain(
      String token, String subject, String dialect, String met, long restored) throws Exception {
    boolean ofKafka = dialect.equals("kafka");
    HostedRun run =
        HostedRun.of(
            subject + "-" + dialect,
            FlinkSink.of(subject),
            dialect,
            ofKafka
                ? Map.of("type", "kafka", "mode", "exactly-once")
                : Map.of("type", "jdbc", "mode", "xa"),
            folder,
            suite -> suite.replay(Token.parse(token).plan(), Clock.systemUTC().instant()));

    List<PointResult> points = run.result().points();
    assertThat(HostedRun.met(points.get(0))).contains(met);
    assertThat(run.restored()).as("operators that start from state").isEqualTo(restored);
  }
}
