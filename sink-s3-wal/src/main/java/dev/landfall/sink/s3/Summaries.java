package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a log cheap to read: one summary for every 32 entries, one larger for every 32 of those,
 * and so on. After n checkpoints a reader needs two listings and at most 31 requests for each digit
 * of n in base 32. Stateless, thread-safe.
 *
 * <p>None of it decides anything, so a failure is a warning and never keeps a confirmation back.
 * Written in the order that leaves every entry readable: the larger summary first, then the smaller
 * ones go.
 */
final class Summaries {
  static final int FAN = 32;

  /** Keeps a summary at a few megabytes. */
  static final long MAX_OBJECTS = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(Summaries.class);

  private final ObjectStore store;
  private final LogKeys keys;
  private final LogReader reader;

  Summaries(ObjectStore store, LogKeys keys, LogReader reader) {
    this.store = store;
    this.keys = keys;
    this.reader = reader;
  }

  /** Called after each new entry. */
  void extend(LogTail tail) throws InterruptedException {
    boolean due = tail.entries().size() % FAN == 0 || tail.objects() > MAX_OBJECTS;
    if (!due || tail.entries().isEmpty()) {
      return;
    }
    try {
      Summary summary = new Summary(tail.state(), tail.entries());
      store.replace(keys.summary(summary.name()), summary.encode());
      tail.summarised(summary.name());
      while (merge(tail)) {
        // Each merge makes the chain shorter, and may complete the next larger one.
      }
    } catch (SinkException e) {
      LOG.warn("Cannot summarise the log of {}: {}", keys.writer(), e.getMessage());
    }
  }

  private boolean merge(LogTail tail) throws SinkException, InterruptedException {
    List<SummaryName> chain = tail.chain();
    if (chain.size() < FAN) {
      return false;
    }
    List<SummaryName> last = List.copyOf(chain.subList(chain.size() - FAN, chain.size()));
    long objects = last.stream().mapToLong(SummaryName::objects).sum();
    long tiers = last.stream().mapToInt(name -> tier(name.entries())).distinct().count();
    if (tiers != 1 || objects > MAX_OBJECTS) {
      return false;
    }
    Optional<Summary> joined = joined(last);
    if (joined.isEmpty()) {
      return false;
    }
    store.replace(keys.summary(joined.get().name()), joined.get().encode());
    tail.merged(FAN, joined.get().name());
    for (SummaryName name : last) {
      store.delete(keys.summary(name));
    }
    return true;
  }

  private Optional<Summary> joined(List<SummaryName> names)
      throws SinkException, InterruptedException {
    List<LogEntry> entries = new ArrayList<>();
    LogState state = LogState.EMPTY;
    for (SummaryName name : names) {
      Optional<Summary> summary = reader.summary(name);
      if (summary.isEmpty()) {
        return Optional.empty();
      }
      entries.addAll(summary.get().entries());
      state = summary.get().state();
    }
    return Optional.of(new Summary(state, entries));
  }

  /** How many times the fan goes into a number of entries. */
  private static int tier(long entries) {
    int tier = 0;
    for (long left = entries; left >= FAN; left /= FAN) {
      tier++;
    }
    return tier;
  }
}
