package dev.landfall.cli.kill;

import dev.landfall.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a test starts a JVM with the command and everything of the tests on its class path.
 *
 * <p>The launcher archives the classes of a small run, so that a start need not parse and verify
 * them; so is it here, once for all tests, which start more than a hundred processes. Only jars can
 * be archived, so they come first and directories last. A JVM that cannot use the archive goes
 * without. Thread-safe.
 */
final class CommandJvm {
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final List<String> QUIET = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");
  private static final long PATIENCE_SECONDS = 60;

  /** The archive, or none if it could not be made. */
  private static final List<String> ARCHIVE = archive();

  private CommandJvm() {}

  /** Everything before the name of the main class. */
  static List<String> command(String... more) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(OPTIONS);
    command.addAll(List.of(more));
    command.addAll(ARCHIVE);
    command.addAll(QUIET);
    command.addAll(List.of("-cp", path(Stream.concat(jars(), directories()))));
    return command;
  }

  private static List<String> archive() {
    try {
      Path file = Files.createTempDirectory("landfall-archive").resolve("tests.jsa");
      List<String> command = new ArrayList<>(List.of(java()));
      command.addAll(OPTIONS);
      command.add("-XX:ArchiveClassesAtExit=" + file);
      command.addAll(QUIET);
      command.addAll(List.of("-cp", path(jars()), Main.class.getName(), "warm-up"));
      Process making =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = making.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      making.destroyForcibly();
      file.getParent().toFile().deleteOnExit();
      file.toFile().deleteOnExit(); // in reverse order
      return ended && Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
    } catch (IOException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Stream<String> jars() {
    return entries().filter(entry -> !Files.isDirectory(Path.of(entry)));
  }

  private static Stream<String> directories() {
    return entries().filter(entry -> Files.isDirectory(Path.of(entry)));
  }

  private static Stream<String> entries() {
    return Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator));
  }

  private static String path(Stream<String> entries) {
    return entries.collect(Collectors.joining(java.io.File.pathSeparator));
  }
}
