package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.RunProgress;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.Source;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How far a run is, for a person at a terminal and for a log. */
class ProgressTest {
  private static final String TERMINAL = "landfall.terminal";

  /** Moves when it is told to. */
  private static final class Clock implements HostTime {
    private Duration elapsed = Duration.ZERO;

    @Override
    public Instant now() {
      return Instant.EPOCH.plus(elapsed);
    }

    @Override
    public long nanos() {
      return elapsed.toNanos();
    }

    @Override
    public void pause(Duration duration) {
      elapsed = elapsed.plus(duration);
    }
  }

  private final Clock clock = new Clock();
  private final StringWriter printed = new StringWriter();

  @AfterEach
  void noTerminal() {
    System.clearProperty(TERMINAL);
  }

  private static RunProgress progress(
      long read, long committed, Duration uncommitted, Optional<Source.Progress> source) {
    return new RunProgress(
        read,
        read,
        0,
        committed,
        7,
        committed == 0 ? Optional.empty() : Optional.of(new CheckpointId(7)),
        uncommitted,
        source);
  }

  @Test
  void line_tellsTheBarTheRateTheCheckpointAndTheAgeOfWhatIsUncommitted() {
    RunProgressText text = new RunProgressText(clock);
    clock.pause(Duration.ofSeconds(1));

    assertThat(
            text.of(
                progress(
                    12_345,
                    10_000,
                    Duration.ofMillis(1_250),
                    Optional.of(new Source.Progress(250, 1_000, "bytes")))))
        .isEqualTo(
            "[#####...............] 25 %, 12,345 records read (12,345/s), 10,000 committed,"
                + " checkpoint 7, uncommitted for 1.3 s");
  }

  @Test
  void line_hasNoBarWhereNobodyKnowsTheSize() {
    assertThat(new RunProgressText(clock).of(progress(1, 0, Duration.ZERO, Optional.empty())))
        .isEqualTo("1 record read (0/s), 0 committed");
  }

  @Test
  void terminal_getsOneLineThatIsWrittenOver_andIsLeftClean() {
    System.setProperty(TERMINAL, "true");
    ProgressLine line = new ProgressLine(new PrintWriter(printed), clock);

    line.show("first");
    line.show("second");
    line.clear();

    assertThat(printed.toString())
        .isEqualTo(
            "\r\u001b[K\u001b[?7lfirst\u001b[?7h\r\u001b[K\u001b[?7lsecond\u001b[?7h\r\u001b[K");
  }

  @Test
  void log_getsAPlainLineEveryTenSeconds() {
    ProgressLine line = new ProgressLine(new PrintWriter(printed), clock);

    for (int second = 0; second <= 25; second++) {
      line.show("after " + second + " s");
      clock.pause(Duration.ofSeconds(1));
    }
    line.clear();

    assertThat(printed.toString().lines()).containsExactly("after 10 s", "after 20 s");
  }
}
