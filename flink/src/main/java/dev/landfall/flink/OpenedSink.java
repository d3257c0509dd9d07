package dev.landfall.flink;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.log.SegmentStore;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * A sink opened in one task from the job graph alone, with its committer. One thread at a time.
 *
 * @param sink the sink
 * @param context what it was opened with
 * @param log the sink's own store as the log, for the write-ahead contract
 * @param committer commits what this task knows of
 */
record OpenedSink(
    Sink sink, SinkContext context, Optional<SegmentStore> log, CommitterDriver committer)
    implements AutoCloseable {
  /**
   * A commit blocks a task, so it is bounded well below Flink's default checkpoint time-out of ten
   * minutes.
   */
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofMinutes(1), Duration.ofMillis(50), Duration.ofSeconds(5));

  static OpenedSink open(SinkSpec spec, String instance, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    SinkContext context =
        new SinkContext(
            spec.id(),
            instance,
            HostTime.system(),
            OpenedSink::daemon,
            instance.hashCode(),
            Metrics.none());
    Sink sink = bindAndOpen(provider(spec.type()), spec, context);
    Optional<SegmentStore> log =
        sink instanceof WriteAheadSink writeAhead ? requireLog(spec, writeAhead) : Optional.empty();
    return new OpenedSink(
        sink, context, log, CommitterDriver.open(sink, context, log, rejected, LIMITS));
  }

  private static Optional<SegmentStore> requireLog(SinkSpec spec, WriteAheadSink sink)
      throws SinkException, InterruptedException {
    Optional<SegmentStore> log = sink.log();
    if (log.isEmpty()) {
      throw new SinkException(
          "Cannot run the sink '"
              + spec.type()
              + "' in Flink: its log is on a local disk, expected a store that every task"
              + " reaches (configure the sink to keep its log in its own store)");
    }
    return log;
  }

  @SuppressWarnings("rawtypes") // a service is loaded by its class, which has no type argument
  private static SinkProvider<?> provider(String type) throws SinkException {
    ServiceLoader<SinkProvider> providers = ServiceLoader.load(SinkProvider.class);
    for (SinkProvider<?> provider : providers) {
      if (provider.name().equals(type)) {
        return provider;
      }
    }
    String known =
        providers.stream()
            .map(found -> found.get().name())
            .sorted()
            .collect(Collectors.joining(", "));
    throw new SinkException(
        "Cannot open a sink of type '"
            + type
            + "': found "
            + known
            + " (add the connector's jar to the job)");
  }

  private static <C extends Record> Sink bindAndOpen(
      SinkProvider<C> provider, SinkSpec spec, SinkContext context) throws SinkException {
    try {
      C configuration =
          Configurations.bind(
              provider.configuration(), Section.root(spec.options()), References.ofProcess());
      return provider.open(configuration, context);
    } catch (ConfigurationException e) {
      throw new SinkException("Cannot open the sink '" + spec.type() + "': " + e.getMessage(), e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "landfall-sink");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    committer.close();
    sink.close();
  }
}
