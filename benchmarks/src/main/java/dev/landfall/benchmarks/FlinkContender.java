package dev.landfall.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job in Flink, in a process of its own that lives through all rounds: one bounded job a round,
 * from its submission to its end. One thread at a time.
 */
final class FlinkContender implements Contender {
  private static final int SECONDS_TO_END = 10;
  private static final int HEAP_MIB = 1024;
  private static final String LIBRARIES = "benchmarks/target/lib/*";
  private static final String OF_FLINK = "benchmarks/target/lib-flink/*";

  private final Setting setting;
  private final Consumer<String> progress;
  private final Process process;
  private final BufferedReader out;
  private final Writer in;
  private long next;

  /**
   * What is run.
   *
   * @param name of the contender
   * @param candidate which sink, as the program knows it
   * @param parallelism of source and sink
   * @param records a round
   * @param clients jars that come before all others on the class path
   * @param settings of the sink
   * @param environment of the process
   * @param log where the process writes what it has to say
   * @param attempts at most, of a round whose job Flink has failed
   */
  record Setting(
      String name,
      String candidate,
      int parallelism,
      long records,
      String clients,
      Map<String, String> settings,
      Map<String, String> environment,
      Path log,
      int attempts) {}

  private FlinkContender(Setting setting, Consumer<String> progress, Process process) {
    this.setting = setting;
    this.progress = progress;
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in = process.outputWriter(StandardCharsets.UTF_8);
  }

  static FlinkContender start(Setting setting, Consumer<String> progress) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(setting))
            .redirectError(ProcessBuilder.Redirect.appendTo(setting.log().toFile()));
    builder.environment().putAll(setting.environment());
    FlinkContender contender = new FlinkContender(setting, progress, builder.start());
    try {
      contender.require(contender.out.readLine(), "READY");
    } catch (IOException | RuntimeException e) {
      contender.close();
      throw e;
    }
    return contender;
  }

  private static List<String> command(Setting setting) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + HEAP_MIB + "m",
                "-Xmx" + HEAP_MIB + "m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                String.join(
                    File.pathSeparator,
                    setting.clients(),
                    "benchmarks/target/classes",
                    OF_FLINK,
                    LIBRARIES),
                "dev.landfall.benchmarks.flink.JobProgram",
                setting.candidate(),
                Integer.toString(setting.parallelism())));
    setting.settings().forEach((key, value) -> command.add(key + "=" + value));
    return command;
  }

  private String require(@Nullable String line, String word) throws IOException {
    if (line == null || !line.startsWith(word)) {
      throw new IOException(
          "Cannot measure "
              + setting.name()
              + ": it said '"
              + line
              + "', expected "
              + word
              + " (see "
              + setting.log()
              + ")");
    }
    return line;
  }

  /** The answer to a round, after as many attempts as it takes and may take. */
  private String result() throws IOException {
    int attempt = 1;
    String line = ask();
    while (line != null && line.startsWith("FAILED") && attempt < setting.attempts()) {
      progress.accept(setting.name() + ", attempt " + attempt + ": " + line);
      attempt++;
      line = ask();
    }
    return require(line, "RESULT");
  }

  /** Numbers of their own for each attempt: some of a failed job's may be there. */
  private @Nullable String ask() throws IOException {
    in.write(next + " " + (next + setting.records()) + "\n");
    in.flush();
    next += setting.records();
    return out.readLine();
  }

  @Override
  public String name() {
    return setting.name();
  }

  @Override
  public Measured round() throws IOException {
    String[] told = result().split(" ", -1);
    return new Measured(
        Long.parseLong(told[1]),
        Long.parseLong(told[2]),
        Long.parseLong(told[3]),
        Long.parseLong(told[4]),
        Map.of());
  }

  @Override
  public void close() throws IOException {
    in.close();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
