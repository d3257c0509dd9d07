package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.landfall.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real command and a state directory on a small file system of its own, which a user name space
 * may mount without any right: full in the log, full in a checkpoint, read-only, moved away. Each
 * time the error must say what is wrong, and after mending every record must be there once.
 */
class DiskFaultIT {
  private static final long COUNT = 20_000;
  private static final long PATIENCE_SECONDS = 240;

  @TempDir private Path root;

  @Test
  void fullDisk_inTheLog_isTold_andAfterMendingEachRecordIsThereOnce() throws Exception {
    file(Target.WRITE_AHEAD, "10m");

    List<String> printed =
        inItsOwnMount(
            "mount -t tmpfs -o size=512k tmpfs state",
            "run && exit 90",
            "mount -o remount,size=64m state",
            "run || exit 91");

    assertThat(printed)
        .anyMatch(line -> line.contains("Cannot ") && line.contains("log/faults/s3-wal"))
        .anyMatch(line -> line.contains("No space left on device") && line.contains("free space"))
        .noneMatch(line -> line.startsWith("\tat "));
    assertEachOnce(Target.WRITE_AHEAD);
  }

  @Test
  void fullDisk_inACheckpoint_isTold_andAfterMendingEachRecordIsThereOnce() throws Exception {
    file(Target.DIRECTORY, "50ms");

    List<String> printed =
        inItsOwnMount(
            "mount -t tmpfs -o size=256k tmpfs state",
            "(until [ -e state/g000001/open/lease ]; do read -t 0.02 <> <(:); done;"
                + " cat /dev/zero > state/filler 2>/dev/null) & run && exit 90",
            "rm state/filler",
            "run || exit 91");

    assertThat(printed)
        .anyMatch(line -> line.contains("failed, its records stay for the next"))
        .anyMatch(
            line ->
                line.contains("Cannot complete checkpoint")
                    && line.contains("No space left on device")
                    && line.contains("failed in a row"))
        .noneMatch(line -> line.startsWith("\tat "));
    assertEachOnce(Target.DIRECTORY);
  }

  @Test
  void readOnlyDirectory_isTold_andNothingIsTouched() throws Exception {
    file(Target.DIRECTORY, "50ms");

    List<String> printed =
        inItsOwnMount(
            "mount -t tmpfs -o ro,size=1m tmpfs state",
            "run && exit 90",
            "[ -z \"$(ls store)\" ] || exit 92",
            "mount -o remount,rw state",
            "run || exit 91");

    assertThat(printed)
        .anyMatch(
            line ->
                line.contains("Cannot take the state") && line.contains("Read-only file system"))
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

  private void file(Target target, String interval) throws IOException {
    for (String directory : List.of("state", "store")) {
      Files.createDirectories(root.resolve(directory));
    }
    Files.writeString(
        root.resolve("in.jsonl"),
        LongStream.range(0, COUNT)
            .mapToObj(n -> "{\"id\":" + n + ",\"text\":\"" + "x".repeat(80) + "\"}\n")
            .collect(Collectors.joining()));
    Files.writeString(
        root.resolve("pipeline.yaml"),
        """
        pipeline: faults
        parallelism: 2
        checkpoint: { directory: "%s/state", interval: %s }
        source: %s
        key: id
        sink: %s
        """
            .formatted(root, interval, source(target), target.sink(root)));
  }

  /** Rated where several checkpoints are to be taken. */
  private String source(Target target) {
    return target == Target.DIRECTORY
        ? "{ type: generator, count: " + COUNT + ", rate: 8000, splits: 4 }"
        : "{ type: file, path: \"" + root + "/in.jsonl\" }";
  }

  /** Runs shell commands in name spaces of their own; {@code run} is the command under test. */
  private List<String> inItsOwnMount(String... steps) throws Exception {
    assumeTrue(mayMount(), "this machine lets no user mount a tmpfs in a name space of its own");
    Path script = root.resolve("script.sh");
    String java =
        String.format(
            "'%s/bin/java' -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s run"
                + " pipeline.yaml",
            System.getProperty("java.home"),
            System.getProperty("java.class.path"),
            Main.class.getName());
    Files.writeString(
        script, "cd '" + root + "'\nrun() { " + java + "; }\n" + String.join("\n", steps) + "\n");
    Path output = root.resolve("output.txt");
    Process process =
        new ProcessBuilder("unshare", "-Urm", "bash", script.toString())
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

  private static boolean mayMount() throws Exception {
    Process tried =
        new ProcessBuilder("unshare", "-Urm", "bash", "-c", "mount -t tmpfs tmpfs /mnt")
            .redirectErrorStream(true)
            .start();
    return tried.waitFor(10, TimeUnit.SECONDS) && tried.exitValue() == 0;
  }
}
