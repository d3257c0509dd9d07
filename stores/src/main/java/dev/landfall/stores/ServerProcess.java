package dev.landfall.stores;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One server as a child process: spawned, watched until ready, killed, stopped, spawned again on
 * the same data and ports. Thread-safe.
 */
final class ServerProcess {
  private static final Duration KILL_BOUND = Duration.ofSeconds(20);
  private static final Duration STOP_BOUND = Duration.ofSeconds(45);
  private static final Duration SIGNAL_AGAIN = Duration.ofSeconds(2);
  private static final int LOG_TAIL_BYTES = 6_000;
  private static final int READY_SCAN_BYTES = 1 << 20;

  private final RunFolder run;
  private final int node;
  private final Launch launch;

  /** Guarded by this. */
  private @Nullable ProcessIdentity process;

  /** The same as the JVM, its parent, sees it; guarded by this. */
  private @Nullable Process child;

  /** Where in the log the present start begins; guarded by this. */
  private long logStart;

  ServerProcess(RunFolder run, int node, Launch launch) {
    this.run = run;
    this.node = node;
    this.launch = launch;
  }

  /** Starts it if it is not running, without waiting until it is ready. */
  synchronized void spawn() {
    if (isAlive()) {
      return;
    }
    awaitReaped();
    logStart = logSize();
    ProcessBuilder builder = new ProcessBuilder(inOwnSession(launch.command().get()));
    builder.environment().putAll(launch.environment());
    builder.environment().put(RunFolder.MARK, run.path().toString());
    builder.directory(run.path().toFile());
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    try {
      child = builder.start();
      process = ProcessIdentity.of(child.pid()).orElse(null);
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot start " + describe() + ": " + e.getMessage(), e);
    }
    if (process != null) {
      run.put("process." + node, process.toString());
    }
  }

  /**
   * Waits until the system has forgotten the former process. A zombie has ended, but it still
   * answers to kill(pid, 0), and PostgreSQL 18 then believes that the owner of its lock file is
   * alive.
   */
  private void awaitReaped() {
    Process former = child;
    try {
      if (former != null && !former.waitFor(KILL_BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreException("Cannot start " + describe() + ": its former process is there");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Cannot start " + describe() + ": interrupted", e);
    }
  }

  /** A session of its own: Ctrl-C in a terminal must not stop the store before its user. */
  private static List<String> inOwnSession(List<String> command) {
    if (Programs.find("setsid").isEmpty()) {
      return command;
    }
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(command);
    return words;
  }

  /** Waits until it is ready, or throws with the end of its log. */
  void awaitReady() {
    boolean[] ready = {false};
    boolean decided =
        Deadline.in(launch.startBound())
            .await(
                () -> {
                  boolean alive = isAlive(); // before the log is read: its last words count
                  ready[0] = launch.ready().test(logSince());
                  return ready[0] || !alive;
                });
    if (!ready[0]) {
      String actual =
          decided ? "it ended" : "not ready within " + launch.startBound().toSeconds() + " s";
      String tail = logTail();
      kill();
      throw new StoreException("Cannot start " + describe() + ": " + actual + "\n" + tail);
    }
  }

  synchronized boolean isAlive() {
    return process != null && process.alive();
  }

  /** SIGKILL, for it and its children; returns when they are gone. Killing twice is no error. */
  synchronized void kill() {
    if (process != null) {
      List<ProcessIdentity> killed = process.killTree();
      if (!Deadline.in(KILL_BOUND).await(() -> killed.stream().noneMatch(ProcessIdentity::alive))) {
        throw new StoreException(
            "Cannot kill " + describe() + ": alive after " + KILL_BOUND.toSeconds() + " s");
      }
    }
  }

  /** Asks for an orderly stop. */
  synchronized void signalStop() {
    if (process != null) {
      process.signal(launch.stopSignal());
    }
  }

  /**
   * Waits for the end after {@link #signalStop}; what does not end within its bound is killed. The
   * signal is repeated: Redis 7.0 forgets it while it writes the first AOF after a synchronization.
   */
  void awaitStop() {
    Deadline whole = Deadline.in(STOP_BOUND);
    while (!Deadline.in(SIGNAL_AGAIN).await(() -> !isAlive())) {
      if (whole.remaining().isZero()) {
        kill();
      } else {
        signalStop();
      }
    }
  }

  private String describe() {
    return "server " + node + " of " + run.name();
  }

  Path log() {
    return run.path().resolve("server-" + node + ".log");
  }

  /** The last lines of the log. */
  String logTail() {
    return readLog(Math.max(0, logSize() - LOG_TAIL_BYTES));
  }

  private synchronized String logSince() {
    return readLog(Math.max(logStart, logSize() - READY_SCAN_BYTES));
  }

  private long logSize() {
    try {
      return Files.exists(log()) ? Files.size(log()) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private String readLog(long from) {
    try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "r")) {
      file.seek(from);
      byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
