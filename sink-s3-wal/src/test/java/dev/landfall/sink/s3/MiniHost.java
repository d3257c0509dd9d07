package dev.landfall.sink.s3;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The smallest host that keeps the contract, on the sdk's drivers: one source, records dealt to the
 * writers in turn. Dropping it without {@link #close} is a crash.
 */
final class MiniHost implements AutoCloseable {
  private static final CommitLimits LIMITS =
      new CommitLimits(Duration.ofSeconds(5), Duration.ofMillis(5), Duration.ofMillis(50));

  private final S3WalSink sink;
  private final CommitterDriver committer;
  private final List<WriterDriver> writers = new ArrayList<>();
  private final Generation generation;
  private final RecoveryReport recovered;
  private final Map<Integer, IntervalId> newest = new LinkedHashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();
  private long checkpoint;
  private long position;

  private MiniHost(
      S3WalSink sink,
      SinkContext context,
      Optional<SegmentStore> hostLog,
      Durable from,
      int parallelism,
      ReplayPolicy policy)
      throws SinkException, InterruptedException {
    this.sink = sink;
    Optional<SegmentStore> log = sink.log().isPresent() ? sink.log() : hostLog;
    committer =
        CommitterDriver.open(sink, context, log, (record, why) -> rejected.add(why), LIMITS);
    List<WriterScope> scopes = new ArrayList<>();
    for (int i = 0; i < parallelism; i++) {
      scopes.add(new WriterScope(context.sink(), i, parallelism));
    }
    try (Recovery recovery = Recovery.of(sink, scopes, from.restored(), committer, log)) {
      generation = recovery.newest().next();
      recovered = recovery.run(generation, policy);
    }
    for (WriterScope scope : scopes) {
      writers.add(
          WriterDriver.open(
              sink,
              scope.writer(),
              generation,
              (record, why) -> rejected.add(why),
              log,
              Runnable::run));
    }
    checkpoint = from.checkpoint();
    position = from.position();
  }

  static MiniHost start(
      S3WalConfig config,
      ObjectStore store,
      String instance,
      Optional<SegmentStore> hostLog,
      Durable from,
      int parallelism)
      throws SinkException, InterruptedException {
    return start(config, store, instance, hostLog, from, parallelism, ReplayPolicy.REFUSE);
  }

  static MiniHost start(
      S3WalConfig config,
      ObjectStore store,
      String instance,
      Optional<SegmentStore> hostLog,
      Durable from,
      int parallelism,
      ReplayPolicy policy)
      throws SinkException, InterruptedException {
    SinkContext context = Contexts.of(Contexts.ORDERS, instance);
    S3WalSink sink = S3WalSink.open(config, context, store);
    return new MiniHost(sink, context, hostLog, from, parallelism, policy);
  }

  /** Writes the source's records up to {@code end}, not included. */
  void writeUpTo(long end) throws SinkException, InterruptedException {
    for (; position < end; position++) {
      write((int) (position % writers.size()), Records.numbered(position));
    }
  }

  void write(int writer, SinkRecord record) throws SinkException, InterruptedException {
    writers.get(writer).write(record);
  }

  /** Makes a checkpoint durable without committing it. */
  Durable durable() throws SinkException, InterruptedException {
    checkpoint++;
    for (WriterDriver writer : writers) {
      Barrier barrier = writer.barrier().join();
      newest.put(barrier.interval().writer().subtask(), barrier.interval());
      barrier
          .committable()
          .ifPresent(
              one -> pending.add(new Pending(Optional.of(new CheckpointId(checkpoint)), one)));
    }
    committer.requireAlive(pending, Duration.ofSeconds(1));
    return new Durable(
        checkpoint, generation, List.copyOf(newest.values()), List.copyOf(pending), position);
  }

  /** Commits what is pending. */
  CommitReport commit() throws SinkException, InterruptedException {
    CommitReport report = committer.commit(List.copyOf(pending));
    pending.clear();
    return report;
  }

  /** Makes a checkpoint durable and commits it. */
  Durable checkpoint() throws SinkException, InterruptedException {
    Durable durable = durable();
    commit();
    return durable;
  }

  /** Lets go of the segments of a checkpoint that is no longer retained. */
  void forget(Durable old) throws SinkException {
    committer.forget(old.pending().stream().map(Pending::committable).toList());
  }

  Generation generation() {
    return generation;
  }

  RecoveryReport recovered() {
    return recovered;
  }

  List<String> rejected() {
    return rejected;
  }

  S3WalSink sink() {
    return sink;
  }

  @Override
  public void close() {
    writers.forEach(WriterDriver::close);
    committer.close();
    sink.close();
  }
}
