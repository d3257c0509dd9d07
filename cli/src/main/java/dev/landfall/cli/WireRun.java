package dev.landfall.cli;

import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.sdk.config.References;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file, its store and its sink, for the time of one command. One thread at a time. */
final class WireRun {
  private final RunFile file;

  private WireRun(RunFile file) {
    this.file = file;
  }

  static WireRun open(Path path) throws CommandException {
    ConformanceCommand.silenceTheSinks();
    try {
      return new WireRun(RunFile.read(Files.readString(path), References.ofProcess()));
    } catch (IOException e) {
      throw new CommandException(Exit.CONFIGURATION, "Cannot read " + path + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  RunFile file() {
    return file;
  }

  /** Opens store and suite, and closes both whatever happens. */
  RunResult with(WireSuite.Listener listener, ConformanceRunCommand.Work work) throws Exception {
    Path folder = Files.createTempDirectory("landfall-conformance");
    try (StoreDriver driver = file.open();
        WireSuite suite =
            WireSuite.open(
                new WireSubject(
                    file.name(),
                    file.sink(),
                    driver,
                    WireSubject.javaCommand(),
                    folder,
                    file.spoil(),
                    file.declarations()),
                spaces(),
                listener)) {
      return work.run(suite);
    }
  }

  /** Of this process, so that two that test one store do not meet. */
  private static String spaces() {
    long pid = ProcessHandle.current().pid() % (36 * 36 * 36);
    return "q" + Long.toString(pid, 36) + "x";
  }
}
