package dev.landfall.cli.kill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One process that runs a pipeline below a directory of its own. One thread at a time. */
final class Host implements AutoCloseable {
  /** On a machine that is busy with other builds, a JVM may take its time. */
  static final long PATIENCE_SECONDS = 120;

  private static final long LOOK_MILLIS = 5;

  private final Path home;
  private final Process process;
  private final Path output;

  private Host(Path home, Process process, Path output) {
    this.home = home;
    this.process = process;
    this.output = output;
  }

  /** Starts {@code main} with {@code arguments}; what it prints goes to a file. */
  static Host start(Path home, Class<?> main, List<String> arguments) throws IOException {
    List<String> command = CommandJvm.command();
    command.add(main.getName());
    command.addAll(arguments);
    Path output = Files.createTempFile(home, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Host(home, process, output);
  }

  /** Waits until a generation newer than {@code last} is taken; tells which. */
  long awaitGenerationAfter(long last) throws IOException, InterruptedException {
    return awaitGenerationAfter(last, home);
  }

  /** The same with the state below another directory. */
  long awaitGenerationAfter(long last, Path of) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (generation(of) <= last) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("no generation after " + last + " was taken:\n" + printed());
      }
      pause(LOOK_MILLIS);
    }
    return generation(of);
  }

  /**
   * Waits until a checkpoint of this generation is complete: it reads and writes. A host that
   * restarts inside its process takes newer ones, so theirs count too.
   */
  void awaitCheckpoint(long generation) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!holdsCheckpoint(Math.max(generation, generation(home)))) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("generation " + generation + " has none:\n" + printed());
      }
      pause(LOOK_MILLIS);
    }
  }

  private boolean holdsCheckpoint(long generation) throws IOException {
    Path open = home.resolve(String.format("state/g%06d/open", generation));
    try (Stream<Path> children = Files.list(open)) {
      return children.anyMatch(child -> child.toString().endsWith(".checkpoint"));
    } catch (NoSuchFileException e) {
      return false; // Given back, or taken over: the process has ended, or has a newer one.
    }
  }

  /** The newest generation in the state directory. */
  static long generation(Path home) throws IOException {
    Path state = home.resolve("state");
    if (!Files.isDirectory(state)) {
      return 0;
    }
    try (Stream<Path> children = Files.list(state)) {
      return children
          .map(child -> child.getFileName().toString())
          .filter(name -> name.matches("g\\d+"))
          .mapToLong(name -> Long.parseLong(name.substring(1)))
          .max()
          .orElse(0);
    }
  }

  /** Lets time pass, or less if the process ends. */
  void pause(long millis) throws InterruptedException {
    boolean unused = process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL, which nothing in the process can see. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Sends a signal by its name. */
  void signal(String name) throws IOException, InterruptedException {
    Process sent =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (!sent.waitFor(10, TimeUnit.SECONDS) || sent.exitValue() != 0) {
      throw new AssertionError("kill -" + name + " did not work");
    }
  }

  /** The exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("process " + process.pid() + " does not end");
    }
    return process.exitValue();
  }

  String printed() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
