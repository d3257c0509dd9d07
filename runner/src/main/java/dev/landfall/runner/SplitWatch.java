package dev.landfall.runner;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Looks from time to time for splits that came while running. Run by one thread. */
final class SplitWatch implements Runnable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Source source;
  private final Set<String> known;
  private final HostTime time;
  private final Events events;

  SplitWatch(Source source, Set<String> known, HostTime time, Events events) {
    this.source = source;
    this.known = new HashSet<>(known);
    this.time = time;
    this.events = events;
  }

  @Override
  public void run() {
    try {
      while (true) {
        time.pause(PAUSE);
        Set<String> found = new HashSet<>(source.splits());
        found.removeAll(known);
        if (!found.isEmpty()) {
          known.addAll(found);
          events.post(new Event.SplitsFound(found));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SourceException | RuntimeException e) {
      events.post(new Event.Failed(e));
    }
  }
}
