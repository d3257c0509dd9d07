package dev.landfall.sink.jdbc;

import dev.landfall.stores.SqlStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A {@link Host} as a child process. One thread at a time. */
final class HostProcess implements AutoCloseable {
  private static final long BOUND_SECONDS = 120;

  private final Process process;
  private final BufferedReader output;
  private final List<String> lines = new ArrayList<>();

  private HostProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static HostProcess start(
      SqlStore store,
      JdbcMode mode,
      String table,
      String pipeline,
      Path directory,
      int total,
      int perCheckpoint)
      throws IOException {
    return start(
        Host.class,
        store.jdbcUrl(),
        store.user(),
        store.password(),
        mode.name().toLowerCase(Locale.ROOT),
        table,
        pipeline,
        directory.toString(),
        Integer.toString(total),
        Integer.toString(perCheckpoint));
  }

  static HostProcess start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new HostProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Reads until a line begins like this; fails with all output if the process ends before. */
  void await(String beginning) throws IOException {
    String line;
    while ((line = output.readLine()) != null) {
      lines.add(line);
      if (line.startsWith(beginning)) {
        return;
      }
    }
    throw new AssertionError("no '" + beginning + "' in:\n" + String.join("\n", lines));
  }

  /** Reads to the end and returns the exit code. */
  int awaitEnd() throws IOException, InterruptedException {
    output.lines().forEach(lines::add);
    return process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  String output() {
    return String.join("\n", lines);
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the process does not end");
    }
  }

  /** Sends a signal such as STOP or CONT. */
  void signal(String name) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new AssertionError("kill -" + name + " answered " + code);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
