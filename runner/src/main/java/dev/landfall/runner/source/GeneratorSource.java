package dev.landfall.runner.source;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Records that are made rather than read. Thread-safe. */
final class GeneratorSource implements Source {
  private static final String PREFIX = "generator-";

  private final GeneratorSourceConfiguration configuration;
  private final HostTime time;
  private final AtomicLong made = new AtomicLong();

  GeneratorSource(GeneratorSourceConfiguration configuration, HostTime time) {
    this.configuration = configuration;
    this.time = time;
  }

  @Override
  public Replay replay() {
    return Replay.REPLAYABLE;
  }

  @Override
  public List<Finding> preflight() {
    return List.of();
  }

  @Override
  public Set<String> splits() {
    Set<String> splits = new TreeSet<>();
    for (int i = 0; i < configuration.splits(); i++) {
      splits.add(PREFIX + i);
    }
    return splits;
  }

  @Override
  public SourceReader reader() {
    return new GeneratorReader(this);
  }

  /** The index of a split. */
  int index(String split) throws SourceException {
    for (int i = 0; i < configuration.splits(); i++) {
      if (split.equals(PREFIX + i)) {
        return i;
      }
    }
    throw new SourceException(
        "Cannot read split '"
            + split
            + "': expected one of "
            + splits()
            + " (keep the number of splits, or drop the state)");
  }

  GeneratedRecords records(String split) throws SourceException {
    return new GeneratedRecords(configuration, split, index(split));
  }

  /** How many records a split has. */
  long count(int index) {
    int splits = configuration.splits();
    return configuration
        .count()
        .map(all -> (all + splits - 1 - index) / splits)
        .orElse(Long.MAX_VALUE / splits);
  }

  /** The limit for a reader of so many of the splits, or null if there is none. */
  @Nullable RateLimit limit(int splits) {
    return configuration
        .rate()
        .map(rate -> new RateLimit(time, (double) rate * splits / configuration.splits()))
        .orElse(null);
  }

  /** What the records depend on; a checkpoint of other records does not fit. */
  String shape() {
    return "seed=%d splits=%d keys=%d value-size=%d"
        .formatted(
            configuration.seed(),
            configuration.splits(),
            configuration.keys(),
            configuration.valueSize().bytes());
  }

  /** Takes note of records that were made, in this run or before. */
  void made(long records) {
    made.addAndGet(records);
  }

  @Override
  public Optional<Progress> progress() {
    return configuration.count().map(all -> new Progress(made.get(), all, "records"));
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
