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
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.log.CarriedSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * A sink opened in one task from the job graph alone, with its committer. One thread at a time.
 *
 * @param sink the sink
 * @param context what it was opened with
 * @param log for the write-ahead contract: the sink's own store where it offers one, else the
 *     committables themselves
 * @param committer commits what this task knows of
 */
record OpenedSink(
    Sink sink, SinkContext context, Optional<SegmentStore> log, CommitterDriver committer)
    implements AutoCloseable {
  /**
   * A commit blocks a task, so it is bounded well below Flink's default checkpoint time-out of ten
   * minutes; it still outlasts the restart of a store.
   */
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofMinutes(1), Duration.ofMillis(50), Duration.ofSeconds(5));

  /**
   * Opens the sink.
   *
   * @param connectors the job's class loader: connectors are ordinary jars of the job, or of the
   *     cluster's {@code lib}
   * @param rejected for records that the store refuses when they are published
   * @throws RefusedException if there is no such connector, or its options are wrong (SI-7)
   */
  static OpenedSink open(
      SinkSpec spec,
      ClassLoader connectors,
      String instance,
      Metrics metrics,
      RejectedRecords rejected)
      throws SinkException, InterruptedException {
    SinkContext context =
        new SinkContext(
            spec.id(),
            instance,
            HostTime.system(),
            work -> daemon(work, spec, connectors),
            instance.hashCode(),
            metrics);
    Sink sink = bindAndOpen(provider(spec.type(), connectors), spec, context);
    try {
      Optional<SegmentStore> log =
          sink instanceof WriteAheadSink writeAhead
              ? Optional.of(writeAhead.log().orElseGet(CarriedSegmentStore::new))
              : Optional.empty();
      return new OpenedSink(
          sink, context, log, CommitterDriver.open(sink, context, log, rejected, LIMITS));
    } catch (SinkException | InterruptedException | RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  @SuppressWarnings("rawtypes") // a service is loaded by its class, which has no type argument
  private static SinkProvider<?> provider(String type, ClassLoader connectors)
      throws RefusedException {
    ServiceLoader<SinkProvider> providers = ServiceLoader.load(SinkProvider.class, connectors);
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
    throw new RefusedException(
        "Cannot open a sink of type '"
            + type
            + "': found "
            + (known.isEmpty() ? "none" : known)
            + " (add the connector's jar to the job)");
  }

  private static <C extends Record> Sink bindAndOpen(
      SinkProvider<C> provider, SinkSpec spec, SinkContext context) throws SinkException {
    try {
      C configuration =
          Configurations.bind(
              provider.configuration(), spec.options().section(), References.ofProcess());
      return provider.open(configuration, context);
    } catch (ConfigurationException e) {
      throw new RefusedException(
          "Cannot open the sink '" + spec.type() + "': " + e.getMessage(), e);
    }
  }

  private static Thread daemon(Runnable work, SinkSpec spec, ClassLoader connectors) {
    Thread thread = new Thread(work, "landfall-" + spec.pipeline() + "-" + spec.sink());
    thread.setDaemon(true);
    thread.setContextClassLoader(connectors);
    return thread;
  }

  @Override
  public void close() {
    committer.close();
    try {
      if (log.isPresent()) {
        log.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      sink.close();
    }
  }
}
