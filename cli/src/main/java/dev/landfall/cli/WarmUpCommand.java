package dev.landfall.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * Runs a small pipeline in a directory that is gone afterwards. The launcher calls it under {@code
 * -XX:ArchiveClassesAtExit}, so it should go through what a first run goes through. One thread at a
 * time.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final String RECORDS =
      """
      {"id": "a", "number": 1, "fraction": 1.5, "text": "x", "nothing": null}
      {"id": "b", "number": 2, "fraction": 2, "text": "y", "nothing": null}
      """;

  @Override
  public Integer call() throws IOException {
    Path directory = Files.createTempDirectory("landfall-warm-up");
    try {
      return run(directory);
    } finally {
      delete(directory);
    }
  }

  private static int run(Path directory) throws IOException {
    Files.writeString(directory.resolve("records.jsonl"), RECORDS);
    Path pipeline = directory.resolve("pipeline.yaml");
    Files.writeString(pipeline, pipeline().replace("DIR", directory.toString()));
    Console nowhere = new Console(new PrintWriter(Writer.nullWriter()), Console.ofProcess().err());
    List<String[]> commands =
        List.of(
            new String[] {"plugins"},
            new String[] {"plugins", "describe", "jdbc"},
            new String[] {"run", pipeline.toString()},
            new String[] {"run", pipeline.toString()},
            new String[] {"state", "show", directory.resolve("state").toString()});
    int worst = 0;
    for (String[] command : commands) {
      worst = Math.max(worst, Landfall.execute(nowhere, command));
    }
    return worst;
  }

  private static String pipeline() throws IOException {
    try (InputStream in = WarmUpCommand.class.getResourceAsStream("warm-up.yaml")) {
      if (in == null) {
        throw new IOException("warm-up.yaml is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
