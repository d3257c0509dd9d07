package dev.landfall.runner.state;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Makes tokens that no other host instance has, out of the machine's boot, the process and a count:
 * nothing is left to chance. Thread-safe.
 */
public final class InstanceToken {
  private static final AtomicLong COUNT = new AtomicLong();

  private InstanceToken() {}

  /** A new token, fit for a file's name. */
  public static String next() {
    HostProcess process = HostProcess.current();
    CRC32C machine = new CRC32C();
    machine.update(process.machine().getBytes(StandardCharsets.UTF_8));
    return String.format(
        "%08x-%d-%s-%d",
        machine.getValue(),
        process.pid(),
        Long.toString(process.started().toEpochMilli(), Character.MAX_RADIX),
        COUNT.incrementAndGet());
  }
}
