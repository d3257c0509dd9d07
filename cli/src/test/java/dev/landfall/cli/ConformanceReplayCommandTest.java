package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a replay tells a script, and what it says to a token that it cannot repeat. */
class ConformanceReplayCommandTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theVerdict_isTheExitCode_onTheSimulatedStoreToo() {
    assertThat(execute("m12;P1;seed=1;K5@C1.commit/AppendStaged#1")).isEqualTo(1);
    assertThat(execute("reference-2pc;P0;seed=1")).isZero();
    assertThat(execute("reference-2pc;P0;seed=1;K1@C9.durable")).isEqualTo(2);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aTokenThatCannotBeRepeated_isCode2_andNamesThePart() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("redis.yaml"),
                "sink: { type: redis, mode: set }\nstore: { dialect: redis }\n")
            .toString();

    assertThat(execute("redis-set-redis;P99;seed=1", "--file", file)).isEqualTo(2);
    assertThat(err.toString()).contains("Cannot find schedule 'P99', expected P0 to P24");
    assertThat(execute("other-sink;P0;seed=1", "--file", file)).isEqualTo(2);
    assertThat(err.toString())
        .contains("it is a run of the sink 'other-sink', expected 'redis-set-redis'");
    assertThat(execute("redis-set-redis;P0;seed=1")).isEqualTo(2);
    assertThat(err.toString()).contains("a sink on a real store is repeated with --file");
    assertThat(execute("m12;P0;seed=1", "--spoil", "commits-at-prepare")).isEqualTo(2);
    assertThat(err.toString()).contains("Cannot spoil a sink of the simulated store");
    assertThat(err.toString()).doesNotContain("Exception");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aWaiverThatHasExpired_isCode2_beforeAnythingIsRepeated() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("redis.yaml"),
            """
            sink: { type: redis, mode: set }
            store: { dialect: redis }
            waivers: [ { rule: SI-1, reason: a bug, link: x, expiry: 2020-01-01 } ]
            """);

    assertThat(execute("redis-set-redis;P0;seed=1", "--file", file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            file + ": Cannot waive SI-1 (a bug): the waiver expired on 2020-01-01");
  }

  private int execute(String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "conformance";
    all[1] = "replay";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), all);
  }
}
