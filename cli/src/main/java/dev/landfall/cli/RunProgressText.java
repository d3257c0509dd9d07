package dev.landfall.cli;

import dev.landfall.runner.RunProgress;
import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.Locale;

/** Words a run's progress in one line. One thread at a time. */
final class RunProgressText {
  private static final Duration RATE_OVER = Duration.ofSeconds(1);
  private static final int BAR = 20;

  private final HostTime time;
  private long rateNanos;
  private long rateRead;
  private long rate;

  RunProgressText(HostTime time) {
    this.time = time;
    this.rateNanos = time.nanos();
  }

  String of(RunProgress now) {
    StringBuilder line = new StringBuilder();
    now.source()
        .filter(source -> source.total() > 0)
        .ifPresent(source -> line.append(bar((double) source.done() / source.total())));
    line.append(RunPrinter.counted(now.read(), "record")).append(" read");
    line.append(String.format(Locale.ROOT, " (%,d/s), ", rate(now.read())));
    line.append(RunPrinter.count(now.committed())).append(" committed");
    if (now.rejected() > 0) {
      line.append(", ").append(RunPrinter.count(now.rejected())).append(" rejected");
    }
    now.durable().ifPresent(id -> line.append(", checkpoint ").append(id));
    if (!now.uncommitted().isZero()) {
      double seconds = now.uncommitted().toMillis() / 1e3;
      line.append(String.format(Locale.ROOT, ", uncommitted for %.1f s", seconds));
    }
    return line.toString();
  }

  private static String bar(double share) {
    double bounded = Math.max(0, Math.min(1, share));
    int full = (int) (bounded * BAR);
    return String.format(
        Locale.ROOT,
        "[%s%s] %d %%, ",
        "#".repeat(full),
        ".".repeat(BAR - full),
        (int) (100 * bounded));
  }

  /** Records a second, over the last second; an attempt that starts again counts from nothing. */
  private long rate(long read) {
    long now = time.nanos();
    if (read < rateRead || now - rateNanos >= RATE_OVER.toNanos()) {
      rate = read < rateRead ? 0 : Math.round((read - rateRead) * 1e9 / (now - rateNanos));
      rateRead = read;
      rateNanos = now;
    }
    return rate;
  }
}
