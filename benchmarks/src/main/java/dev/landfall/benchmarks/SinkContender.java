package dev.landfall.benchmarks;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.SegmentStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * One writer of a sink under the drivers that every host uses, as the embedded runner has it but
 * without source and state: barriers at the schedule, each interval committed on another thread
 * beside the writing of the next. One thread at a time.
 *
 * <p>A barrier waits until the interval before is committed, so a log that is faster than its store
 * does not run ahead of it.
 */
final class SinkContender implements Contender {
  /** What the embedded runner asks a prepared transaction to live, at its defaults. */
  private static final Duration TOLERATED = Duration.ofMinutes(5);

  private final String name;
  private final Feed feed;
  private final Schedule schedule;
  private final Host host;

  private SinkContender(String name, Feed feed, Schedule schedule, Host host) {
    this.name = name;
    this.feed = feed;
    this.schedule = schedule;
    this.host = host;
  }

  /** Opens a sink whose configuration is given. */
  interface Opening {
    Sink open(SinkContext context) throws Exception;
  }

  /** Whom to measure: everything around the sink that a host would bring along. */
  record Setting(
      String name, Feed feed, Schedule schedule, Optional<SegmentStore> log, String flushTimer) {
    /** A sink that needs no log and times no flush of its own. */
    static Setting of(String name, Feed feed, Schedule schedule) {
      return new Setting(name, feed, schedule, Optional.empty(), "");
    }

    Setting withLog(SegmentStore given) {
      return new Setting(name, feed, schedule, Optional.of(given), flushTimer);
    }

    /** Names the timer of the sink whose part in a barrier is its own flush. */
    Setting withFlushTimer(String timer) {
      return new Setting(name, feed, schedule, log, timer);
    }
  }

  /** Opens the sink, recovers it and opens its writer; a round writes at once. */
  static SinkContender open(Setting setting, HostTime time, Opening opening) throws Exception {
    Host host = new Host(setting, time);
    try {
      host.open(opening);
      return new SinkContender(setting.name(), setting.feed(), setting.schedule(), host);
    } catch (Exception e) {
      host.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Measured round() throws Exception {
    Meter meter = new Meter(host.time);
    Loop loop = new Loop(schedule, meter);
    CompletableFuture<Void> committed = CompletableFuture.completedFuture(null);
    long records = 0;
    long first = 0; // of the interval: written while its barrier was timed
    for (int i = 1; i <= schedule.intervals(); i++) {
      records += loop.interval(first, () -> host.writer().write(feed.next()));
      committed.get();
      boolean last = i == schedule.intervals();
      committed = host.barrier(meter, last ? Optional.empty() : Optional.of(feed));
      first = last ? 0 : 1;
    }
    committed.get();
    host.requireNoneRejected();
    return meter.stop(records);
  }

  @Override
  public void close() {
    host.close();
  }

  /** Sink, drivers and threads. One thread at a time, but for the committing thread's own calls. */
  private static final class Host implements AutoCloseable {
    private final Setting setting;
    private final HostTime time;
    private final SinkMetrics metrics = new SinkMetrics();
    private final SinkContext context;
    private final ExecutorService committing;
    private final ExecutorService sealing;
    private Optional<Sink> opened = Optional.empty();
    private volatile String firstRejection = "";
    private Optional<WriterDriver> writer = Optional.empty();
    private Optional<CommitterDriver> committer = Optional.empty();
    private Optional<SegmentStore> log = Optional.empty();

    Host(Setting setting, HostTime time) {
      this.setting = setting;
      this.time = time;
      ThreadFactory threads = Host::daemon;
      this.context =
          new SinkContext(identity(setting.name()), "benchmark", time, threads, 7, metrics);
      this.committing = Executors.newSingleThreadExecutor(threads);
      this.sealing = Executors.newSingleThreadExecutor(threads);
    }

    /** Two sinks that are measured side by side must not take each other over. */
    private static SinkId identity(String name) {
      return new SinkId("benchmark", name.replaceAll("[^a-z0-9]+", "-"));
    }

    private static Thread daemon(Runnable work) {
      Thread thread = new Thread(work, "benchmark");
      thread.setDaemon(true);
      return thread;
    }

    void open(Opening opening) throws Exception {
      Sink sink = opening.open(context);
      opened = Optional.of(sink);
      log = home(sink);
      RejectedRecords rejected = (record, reason) -> firstRejection = reason;
      CommitterDriver commits =
          CommitterDriver.open(sink, context, log, rejected, CommitLimits.DEFAULT);
      committer = Optional.of(commits);
      Generation generation = recover(sink, commits);
      writer =
          Optional.of(
              WriterDriver.open(
                  sink, context.sink().writer(0), generation, rejected, log, sealing));
    }

    /** The sink's own store, if it offers that; else the one that was given. */
    private Optional<SegmentStore> home(Sink sink) throws SinkException, InterruptedException {
      Optional<SegmentStore> own =
          sink instanceof WriteAheadSink writeAhead ? writeAhead.log() : Optional.empty();
      return own.isPresent() ? own : setting.log();
    }

    private Generation recover(Sink sink, CommitterDriver commits) throws Exception {
      WriterScope scope = new WriterScope(context.sink(), 0, 1);
      try (Recovery recovery =
          Recovery.of(sink, List.of(scope), RestoredState.NONE, commits, log)) {
        Generation generation = recovery.newest().next();
        recovery.run(generation, ReplayPolicy.ACCEPT);
        return generation;
      }
    }

    WriterDriver writer() {
      return writer.orElseThrow();
    }

    /**
     * Ends an interval, writes the first record of the next one, if there is a next one, and times
     * both: that is the pause which a source sees.
     *
     * @return when the interval is committed
     */
    CompletableFuture<Void> barrier(Meter meter, Optional<Feed> next) throws Exception {
      long flushedBefore = metrics.totalNanos(setting.flushTimer());
      long start = meter.nanos();
      CompletableFuture<Barrier> barrier = writer().barrier();
      if (next.isPresent()) {
        writer().write(next.get().next());
        long pause = meter.nanos() - start;
        meter.add(Timing.PAUSE, pause);
        if (!setting.flushTimer().isEmpty()) {
          long flush = metrics.totalNanos(setting.flushTimer()) - flushedBefore;
          meter.add(Timing.BEYOND, pause - flush);
        }
      }
      return barrier.thenAcceptAsync(ended -> commit(ended, meter), committing);
    }

    private void commit(Barrier ended, Meter meter) {
      if (ended.committable().isEmpty()) {
        return;
      }
      CommitterDriver commits = committer.orElseThrow();
      List<Pending> pending = List.of(new Pending(Optional.empty(), ended.committable().get()));
      try {
        commits.requireAlive(pending, TOLERATED);
        long start = meter.nanos();
        commits.commit(pending);
        meter.add(Timing.COMMIT, meter.nanos() - start);
        commits.forget(List.of(ended.committable().get()));
      } catch (SinkException | InterruptedException e) {
        throw new CompletionException(e);
      }
    }

    void requireNoneRejected() {
      if (!firstRejection.isEmpty()) {
        throw new IllegalStateException(
            "Cannot use this round: a record was rejected: " + firstRejection);
      }
    }

    @Override
    public void close() {
      committing.shutdown();
      sealing.shutdown();
      writer.ifPresent(WriterDriver::close);
      committer.ifPresent(CommitterDriver::close);
      opened.ifPresent(Sink::close);
    }
  }
}
