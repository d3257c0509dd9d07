package dev.landfall.cli;

import dev.landfall.runner.plugin.InstalledConnectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Writes the reference pages of what comes along. One thread at a time. */
@Command(
    name = "reference",
    description = "Write the reference pages and the schema of what comes along, without plug-ins.",
    mixinStandardHelpOptions = true)
final class ReferenceCommand implements Callable<Integer> {
  @ParentCommand private Landfall landfall;

  @Parameters(paramLabel = "DIR", description = "Where to; in this repository docs/reference.")
  private Path directory;

  /** Picocli sets parent and parameters. */
  @SuppressWarnings("NullAway.Init")
  ReferenceCommand() {}

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    try (InstalledConnectors own =
        InstalledConnectors.load(ReferenceCommand.class.getClassLoader(), List.of())) {
      for (Map.Entry<String, String> file : Reference.files(own).entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
        landfall.console().out().println("wrote " + directory.resolve(file.getKey()));
      }
    }
    return Exit.DONE.code();
  }
}
