package dev.landfall.cli;

import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.conformance.wire.SpaceNames;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.runner.PipelineFile;
import dev.landfall.runner.YamlText;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.config.References;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A file, its store and its sink, for the time of one command. One thread at a time. */
final class WireRun {
  private final Path path;
  private final RunFile file;
  private final Optional<Spoil> spoil;

  private WireRun(Path path, RunFile file, Optional<Spoil> spoil) {
    this.path = path;
    this.file = file;
    this.spoil = spoil;
  }

  /**
   * Reads the file; a waiver in it that has expired is an error.
   *
   * @param spoil a fault to put on top of the sink in place of the one that the file may name
   */
  static WireRun open(Path path, @Nullable String spoil) throws CommandException {
    ConformanceCommand.silenceTheSinks();
    RunFile read = read(path);
    try {
      return new WireRun(path, read, spoil == null ? read.spoil() : Optional.of(Spoil.of(spoil)));
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()));
    }
  }

  private static RunFile read(Path path) throws CommandException {
    try {
      String text = Files.readString(path);
      RunFile read = RunFile.read(text, References.ofProcess());
      Optional<String> misread = YamlText.misread(text);
      if (misread.isPresent()) {
        throw new IllegalArgumentException(misread.get());
      }
      List<String> expired = read.declarations().expired(today());
      if (!expired.isEmpty()) {
        throw new IllegalArgumentException(String.join("\n", expired));
      }
      return read;
    } catch (IOException e) {
      throw new CommandException(
          Exit.CONFIGURATION,
          "Cannot read '"
              + path
              + "': "
              + PipelineFile.unreadable(path, e)
              + ", expected a YAML mapping with sink and store",
          e);
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, path + ": " + e.getMessage());
    }
  }

  /** The day that counts for waivers. */
  static LocalDate today() {
    return LocalDate.ofInstant(HostTime.system().now(), ZoneOffset.UTC);
  }

  RunFile file() {
    return file;
  }

  /** Whether a fault is on top of the sink: the first run that shows it says it all. */
  boolean isSpoiled() {
    return spoil.isPresent();
  }

  /** Behind a token: what repeats a run of this sink, with the same fault on top. */
  String options() {
    String name = path.toString();
    boolean plain = name.matches("[\\w./+@-]+");
    String quoted = plain ? name : "'" + name.replace("'", "'\\''") + "'";
    return "--file " + quoted + spoil.map(one -> " --spoil " + one.word()).orElse("");
  }

  /**
   * Opens store and suite, and closes both whatever happens. A signal ends it after the run that is
   * being made, so that nothing of it stays in the store.
   *
   * @throws CommandException if it cannot, or was told to stop: exit code 1 is for promises that do
   *     not hold
   */
  RunResult with(WirePrinter printer, ConformanceRunCommand.Work work) throws CommandException {
    try (WireFolder folder = WireFolder.make()) {
      return run(folder.path(), printer, work);
    } catch (CancellationException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()), e);
    } catch (Exception e) {
      throw new CommandException(Exit.CONFIGURATION, "Cannot run the suite: " + reason(e), e);
    } finally {
      printer.clear();
    }
  }

  /** The first message on the way to the cause; some exceptions have none. */
  static String reason(Throwable e) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (one.getMessage() != null) {
        return one.getMessage();
      }
    }
    return e.getClass().getSimpleName();
  }

  private RunResult run(Path folder, WirePrinter printer, ConformanceRunCommand.Work work)
      throws Exception {
    try (StoreDriver driver = file.open();
        WireSuite suite =
            WireSuite.open(
                new WireSubject(
                    file.name(),
                    file.sink(),
                    driver,
                    WireSubject.javaCommand(),
                    folder,
                    spoil,
                    file.declarations(),
                    file.secrets()),
                SpaceNames.unique(HostTime.system().now(), ProcessHandle.current().pid()),
                stoppable(printer))) {
      return work.run(suite);
    }
  }

  /** Until the store stands, a signal ends the process at once: it has left nothing there. */
  private static WireSuite.Listener stoppable(WirePrinter printer) {
    StopOnSignal signal =
        StopOnSignal.of("stopping after this run of the sink", () -> {}, printer.console().err());
    return (point, done, planned) -> {
      if (signal.isSignalled() && done < planned) {
        // A terminal sends Ctrl-C to the process under test as well: this run is not told.
        throw new CancellationException(
            "Stopped by a signal after " + (done - 1) + " of " + planned + " runs: no verdict");
      }
      printer.ran(point, done, planned);
    };
  }
}
