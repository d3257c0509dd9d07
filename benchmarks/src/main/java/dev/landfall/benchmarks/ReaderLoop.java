package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceProvider;
import dev.landfall.sdk.source.SourceReader;
import java.util.Map;
import java.util.Optional;

/**
 * The same source read in a bare loop on one thread, without queue, writer or checkpoint. One
 * thread at a time.
 *
 * @param name of the contender
 * @param provider of the source
 * @param keys its configuration
 * @param time the clock
 */
record ReaderLoop<C extends Record>(
    String name, SourceProvider<C> provider, Map<String, Object> keys, HostTime time)
    implements Contender {
  @Override
  public Measured round() throws Exception {
    Counting counting = new Counting();
    C configuration =
        Configurations.bind(provider.configuration(), Section.root(keys), References.ofProcess());
    SourceContext context = new SourceContext("benchmark", time, Thread::new, Metrics.none());
    Meter meter = new Meter(time);
    try (Source source = provider.open(configuration, context);
        SourceReader reader = source.reader()) {
      for (String split : source.splits()) {
        reader.assign(split, Optional.empty());
      }
      SourceReader.Status status;
      do {
        status = reader.read(counting);
      } while (status != SourceReader.Status.END);
    }
    return meter.stop(counting.records);
  }

  /** Counts what it is given. One thread at a time. */
  private static final class Counting implements RecordOutput {
    private long records;

    @Override
    public void record(SinkRecord record) {
      records++;
    }

    @Override
    public void reject(SourcePosition position, String raw, String reason) {
      throw new IllegalStateException("Cannot use this input at " + position + ": " + reason);
    }
  }
}
