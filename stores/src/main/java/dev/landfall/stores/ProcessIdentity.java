package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process that cannot be mistaken for a later one of the same pid: its pid, its start in clock
 * ticks since boot (field 22 of {@code /proc/PID/stat}, proc(5)) and the boot. Immutable,
 * thread-safe.
 */
record ProcessIdentity(long pid, String start) {
  private static final Duration SIGNAL_BOUND = Duration.ofSeconds(10);
  private static final int FIELDS_AFTER_NAME = 19;

  static ProcessIdentity ofThisJvm() {
    return of(ProcessHandle.current().pid())
        .orElseThrow(() -> new StoreUnavailableException("Cannot read /proc (expected Linux)"));
  }

  /** The process that has this pid now, if one has and it has not ended. */
  static Optional<ProcessIdentity> of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name, in parentheses, may hold spaces: fields are counted behind it.
      List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return fields.get(0).equals("Z") && tasks(pid) <= 1
          ? Optional.empty()
          : Optional.of(new ProcessIdentity(pid, fields.get(FIELDS_AFTER_NAME) + "@" + boot));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * A zombie has ended when it is the last of its threads: until then another thread may hold the
   * server's port.
   */
  private static int tasks(long pid) {
    String[] tasks = Path.of("/proc", Long.toString(pid), "task").toFile().list();
    return tasks == null ? 0 : tasks.length;
  }

  static Optional<ProcessIdentity> parse(String text) {
    int slash = text.indexOf('/');
    return slash < 1
        ? Optional.empty()
        : Optional.of(
            new ProcessIdentity(
                Long.parseLong(text.substring(0, slash)), text.substring(slash + 1)));
  }

  boolean alive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** Sends a signal by number or name, if this very process is still alive. */
  void signal(String signal) {
    if (alive()) {
      // The shell's own kill: a bare machine may have no other.
      Command.of("sh", "-c", "kill -s " + signal + " " + pid).tryRun(SIGNAL_BOUND);
    }
  }

  /**
   * SIGKILL for it and all that it has started.
   *
   * @return those that were killed: it takes the system a moment to end them, and a PostgreSQL that
   *     is started meanwhile refuses for the memory that they share
   */
  List<ProcessIdentity> killTree() {
    // 1. No further child after the listing.
    signal("STOP");
    Optional<ProcessHandle> handle = alive() ? ProcessHandle.of(pid) : Optional.empty();
    if (handle.isEmpty()) {
      return List.of();
    }
    // 2. All of them.
    List<ProcessHandle> tree = Stream.concat(handle.stream(), handle.get().descendants()).toList();
    List<ProcessIdentity> killed = tree.stream().flatMap(one -> of(one.pid()).stream()).toList();
    tree.forEach(ProcessHandle::destroyForcibly);
    return killed;
  }

  @Override
  public String toString() {
    return pid + "/" + start;
  }
}
