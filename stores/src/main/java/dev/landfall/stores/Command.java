package dev.landfall.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A short-lived program that is run to its end, with a bound, its output kept for the error. One
 * thread at a time.
 */
final class Command {
  private static final int OUTPUT_LIMIT_CHARS = 8_000;
  private static final Duration END_BOUND = Duration.ofSeconds(10);

  /** What a program said and how it ended. */
  record Result(int exitCode, String output) {}

  private final List<String> words;
  private final Map<String, String> environment = new HashMap<>();
  private String input = "";
  private @Nullable Path folder;
  private Consumer<String> lines = line -> {};

  private Command(List<String> words) {
    this.words = words;
  }

  static Command of(List<String> words) {
    return new Command(words);
  }

  static Command of(String... words) {
    return new Command(List.of(words));
  }

  Command environment(Map<String, String> more) {
    environment.putAll(more);
    return this;
  }

  Command input(String text) {
    input = text;
    return this;
  }

  Command in(Path workFolder) {
    folder = workFolder;
    return this;
  }

  /** Is told each line, and each piece that ends with a carriage return, as it comes. */
  Command lines(Consumer<String> consumer) {
    lines = consumer;
    return this;
  }

  /** Runs it; another exit code than 0 is a {@link StoreException} with the output. */
  String run(Duration bound) {
    Result result = tryRun(bound);
    if (result.exitCode() != 0) {
      throw new StoreException(
          "Cannot run "
              + words.get(0)
              + ": exit code "
              + result.exitCode()
              + ", expected 0\n  "
              + String.join(" ", words)
              + "\n"
              + result.output());
    }
    return result.output();
  }

  /** Runs it; the caller looks at the exit code. A missing program is exit code 127. */
  Result tryRun(Duration bound) {
    Process process;
    try {
      process = start();
    } catch (IOException e) {
      return new Result(127, String.valueOf(e.getMessage()));
    }
    CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> drain(process));
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended without reading: its exit code tells.
    }
    try {
      if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreException(
            "Cannot run " + words.get(0) + ": not finished within " + bound.toSeconds() + " s");
      }
      return new Result(
          process.exitValue(), output.get(END_BOUND.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Cannot run " + words.get(0) + ": interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new StoreException("Cannot read the output of " + words.get(0), e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    return builder.start();
  }

  private String drain(Process process) {
    StringBuilder kept = new StringBuilder();
    StringBuilder line = new StringBuilder();
    try (InputStream in = process.getInputStream()) {
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (c == '\n' || c == '\r') {
          lines.accept(line.toString());
          keep(kept, line, c);
          line.setLength(0);
        } else {
          line.append((char) c);
        }
      }
    } catch (IOException e) {
      // The stream closes under us when the program is ended.
    }
    return kept.append(line).toString();
  }

  private static void keep(StringBuilder kept, StringBuilder line, int end) {
    // A carriage return ends a progress line, which says nothing afterwards.
    if (end == '\n') {
      kept.append(line).append('\n');
      if (kept.length() > OUTPUT_LIMIT_CHARS) {
        kept.delete(0, kept.length() - OUTPUT_LIMIT_CHARS);
      }
    }
  }
}
