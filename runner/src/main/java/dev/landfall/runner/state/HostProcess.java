package dev.landfall.runner.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A process and the machine on which its number means something. Immutable, thread-safe.
 *
 * @param machine this boot of this machine and its process name space; empty where that cannot be
 *     told
 * @param pid the process number
 * @param started when it was started, since numbers come again
 */
public record HostProcess(String machine, long pid, Instant started) {
  /** The start time is derived from the wall clock of the boot, which is corrected now and then. */
  private static final Duration START_TOLERANCE = Duration.ofSeconds(10);

  /** This process. */
  static HostProcess current() {
    ProcessHandle self = ProcessHandle.current();
    return new HostProcess(
        currentMachine(), self.pid(), self.info().startInstant().orElse(Instant.EPOCH));
  }

  private static String currentMachine() {
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return boot + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // Not Linux: a dead holder's lease is waited for.
    }
  }

  /** Whether it ran here and is gone; {@code false} if that cannot be known. */
  boolean isKnownDead() {
    return !machine.isEmpty()
        && machine.equals(currentMachine())
        && ProcessHandle.of(pid).filter(this::isMe).isEmpty();
  }

  private boolean isMe(ProcessHandle handle) {
    return handle.isAlive()
        && handle
            .info()
            .startInstant()
            .map(at -> Duration.between(at, started).abs().compareTo(START_TOLERANCE) <= 0)
            .orElse(true);
  }

  @Override
  public String toString() {
    return "process " + pid + (machine.equals(currentMachine()) ? "" : " of another machine");
  }
}
