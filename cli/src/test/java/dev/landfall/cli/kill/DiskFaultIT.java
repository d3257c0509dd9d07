package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real command and a disk that is full in the log, full in a checkpoint, read-only, or gone.
 * Each time the error must say what is wrong, and after mending every record must be there once.
 */
class DiskFaultIT {
  private static final long COUNT = 20_000;
  private static final long PATIENCE_SECONDS = 240;

  @TempDir private Path root;

  @ParameterizedTest
  @MethodSource("dev.landfall.cli.kill.DiskFault#possible")
  void fullDisk_inTheLog_isTold_andAfterMendingEachRecordIsThereOnce(DiskFault fault)
      throws Exception {
    write("pipeline", Target.WRITE_AHEAD, "10m", "{ type: file, path: \"" + root + "/in.jsonl\" }");

    List<String> printed = script(fault, fault.fullInTheLog());

    assertThat(printed)
        .anyMatch(line -> line.contains("Cannot ") && line.contains("log/faults/s3-wal"))
        .anyMatch(line -> line.contains(fault.full()) && line.contains("free space"))
        .noneMatch(line -> line.startsWith("\tat "));
    assertEachOnce(Target.WRITE_AHEAD);
  }

  @ParameterizedTest
  @MethodSource("dev.landfall.cli.kill.DiskFault#possible")
  void fullDisk_inACheckpoint_isTold_andAfterMendingEachRecordIsThereOnce(DiskFault fault)
      throws Exception {
    generated(", rate: 500");

    List<String> printed = script(fault, fault.fullInACheckpoint());

    assertThat(printed)
        .anyMatch(line -> line.contains("its records stay for the next checkpoint"))
        .anyMatch(
            line ->
                line.contains("Cannot complete checkpoint")
                    && line.contains(fault.full())
                    && line.contains("with room that this user may write to")
                    && line.contains("failed in a row"))
        .noneMatch(line -> line.startsWith("\tat "));
    assertEachOnce(Target.DIRECTORY);
  }

  @ParameterizedTest
  @MethodSource("dev.landfall.cli.kill.DiskFault#possible")
  void readOnlyDirectory_isTold_andNothingIsTouched(DiskFault fault) throws Exception {
    generated("");

    List<String> printed = script(fault, fault.readOnly());

    assertThat(printed)
        .anyMatch(
            line ->
                line.contains("Cannot take the state")
                    && line.contains(fault.refused())
                    && line.contains("that this user may write to"))
        .noneMatch(line -> line.startsWith("\tat "));
    assertEachOnce(Target.DIRECTORY);
  }

  @Test
  void stateDirectoryThatIsMovedAway_isTold_andPutBackTheRunGoesOn() throws Exception {
    Scenario scenario = new Scenario(root, Target.DIRECTORY, 6_000, 2_000);
    try (Host host = scenario.start(2)) {
      host.awaitCheckpoint(host.awaitGenerationAfter(0));
      Files.move(root.resolve("state"), root.resolve("moved"));

      assertThat(host.awaitEnd()).as(host.printed()).isEqualTo(1);
      assertThat(host.printed())
          .contains("its directory is gone")
          .contains("put it back")
          .doesNotContain("another process took over");
    }
    Files.move(root.resolve("moved"), root.resolve("state"));

    Host again = scenario.start(2);

    assertThat(again.awaitEnd()).as(again.printed()).isZero();
    assertThat(scenario.records()).doesNotHaveDuplicates().hasSize(6_000);
  }

  private void assertEachOnce(Target target) {
    List<String> records = target.records(root);
    assertThat(records).doesNotHaveDuplicates();
    assertThat(records.size()).isEqualTo((int) COUNT);
  }

  /** {@code pipeline.yaml} as slow as given, {@code rest.yaml} as fast as it goes. */
  private void generated(String rate) throws IOException {
    String source = "{ type: generator, count: " + COUNT + ", splits: 1024, keys: 2048";
    write("pipeline", Target.DIRECTORY, "50ms", source + rate + " }");
    write("rest", Target.DIRECTORY, "1s", source + " }");
  }

  private void write(String name, Target target, String interval, String source)
      throws IOException {
    for (String directory : List.of("state", "store")) {
      Files.createDirectories(root.resolve(directory));
    }
    Files.writeString(
        root.resolve("in.jsonl"),
        LongStream.range(0, COUNT)
            .mapToObj(n -> "{\"id\":" + n + ",\"text\":\"" + "x".repeat(80) + "\"}\n")
            .collect(Collectors.joining()));
    Files.writeString(
        root.resolve(name + ".yaml"),
        """
        pipeline: faults
        parallelism: 2
        checkpoint: { directory: "%s/state", interval: %s }
        source: %s
        key: id
        sink: %s
        """
            .formatted(root, interval, source, target.sink(root)));
  }

  /** Runs shell commands, of which {@code landfall} is the command under test. */
  private List<String> script(DiskFault fault, List<String> steps) throws Exception {
    Path script = root.resolve("script.sh");
    List<String> landfall = CommandJvm.command("-XX:-UsePerfData");
    landfall.add(Main.class.getName());
    String function = "landfall() { exec '" + String.join("' '", landfall) + "' \"$@\"; }";
    List<String> lines = new ArrayList<>(List.of("cd '" + root + "'", function));
    lines.addAll(steps);
    Files.write(script, lines);
    Path output = root.resolve("output.txt");
    List<String> command = new ArrayList<>(fault.shell());
    command.add(script.toString());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      List<String> printed = Files.readAllLines(output);
      assertThat(process.exitValue()).as(String.join("\n", printed)).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
