package dev.landfall.cli.kill;

import dev.landfall.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated records into one target, below a directory of its own. Immutable.
 *
 * @param home where state, store and pipeline files are
 * @param target where records go
 * @param count how many records
 * @param rate records a second; 0 for as many as there can be
 */
record Scenario(Path home, Target target, long count, long rate) {
  Scenario {
    try {
      Files.createDirectories(home.resolve("store"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Starts the real command. */
  Host start(int parallelism, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", file(parallelism).toString()));
    arguments.addAll(List.of(more));
    return Host.start(home, Main.class, arguments);
  }

  /** Starts a host that lacks something. */
  Host start(int parallelism, FaultyHost.Fault fault) throws IOException {
    return Host.start(home, FaultyHost.class, List.of(fault.name(), file(parallelism).toString()));
  }

  private Path file(int parallelism) throws IOException {
    Path file = home.resolve("pipeline-" + parallelism + ".yaml");
    return Files.writeString(
        file,
        """
        pipeline: kill
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4%s }
        key: id
        sink: %s
        """
            .formatted(
                parallelism,
                home.resolve("state"),
                count,
                rate == 0 ? "" : ", rate: " + rate,
                target.sink(home)));
  }

  List<String> records() {
    return target.records(home);
  }

  List<String> leftovers() {
    return target.leftovers(home);
  }
}
