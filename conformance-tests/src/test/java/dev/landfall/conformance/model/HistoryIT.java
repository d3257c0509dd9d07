package dev.landfall.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.replay.Replay;
import dev.landfall.conformance.replay.Token;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schedule is the seed: another process, on another machine, makes the same history. */
class HistoryIT {
  /** What the other process does: makes the run and writes its history down. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      byte[] history = history(arguments[0]).getBytes(StandardCharsets.UTF_8);
      System.out.write(history, 0, history.length);
      System.out.flush();
    }
  }

  private static String history(String token) {
    Token parsed = Token.parse(token);
    return Run.of(Replay.subject(parsed.sink()), parsed.plan()).history().toJsonLines();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "reference-2pc;P9;seed=1;K1@C1.barrier",
        "reference-2pc;P22;seed=7;K10@C2.commit/Commit#1",
        "reference-wal;P9;seed=1;K2@C1.write/AppendLog#1",
        "reference-idempotent;P5;seed=1;K3@C1.write/Bulk#1"
      })
  void samePlan_inAnotherProcess_givesTheSameHistoryByteForByte(String token) throws Exception {
    Process other =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    Child.class.getName(),
                    token))
            .redirectError(ProcessBuilder.Redirect.to(new File("target/history-child.log")))
            .start();
    byte[] made = other.getInputStream().readAllBytes();
    assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();

    assertThat(new String(made, StandardCharsets.UTF_8)).isEqualTo(history(token));
    assertThat(history(token)).contains("\"event\":\"injected\"");
  }
}
