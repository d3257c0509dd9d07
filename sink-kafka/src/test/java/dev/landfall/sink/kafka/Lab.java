package dev.landfall.sink.kafka;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.KafkaStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One topic, one pipeline name and any number of sinks on them, each of which stands for a process.
 * One thread at a time.
 */
final class Lab implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  final String topic;
  final SinkId sink;
  final Observer observer;
  final Rejections rejections = new Rejections();
  private final String bootstrapServers;
  private final Object[] settings;
  private final List<AutoCloseable> opened = new ArrayList<>();

  Lab(KafkaStore broker, Object... settings) {
    this(broker.bootstrapServers(), "p" + NUMBERS.incrementAndGet(), 1, settings);
  }

  Lab(String bootstrapServers, String pipeline, int partitions, Object... settings) {
    this.bootstrapServers = bootstrapServers;
    this.topic = "topic-" + pipeline;
    this.sink = new SinkId(pipeline, "out");
    this.observer = new Observer(bootstrapServers);
    this.settings = settings;
    observer.create(topic, partitions, java.util.Map.of());
  }

  KafkaConfiguration configuration() {
    Object[] all = new Object[settings.length + 2];
    all[0] = "topic";
    all[1] = topic;
    System.arraycopy(settings, 0, all, 2, settings.length);
    return Settings.of(bootstrapServers, all);
  }

  /** A new process: nothing is shared with another sink of this lab. */
  TransactionalSink open() throws SinkException {
    TransactionalSink opens =
        (TransactionalSink) new KafkaSinkProvider().open(configuration(), Contexts.of(sink));
    opened.add(opens);
    return opens;
  }

  TransactionWriter writer(TransactionalSink of, long generation) throws Exception {
    return writer(of, generation, 0);
  }

  TransactionWriter writer(TransactionalSink of, long generation, int subtask) throws Exception {
    TransactionWriter writer =
        of.writer(sink.writer(subtask), new Generation(generation), rejections);
    opened.add(writer);
    return writer;
  }

  IntervalId interval(long generation, long ordinal) {
    return interval(0, generation, ordinal);
  }

  IntervalId interval(int subtask, long generation, long ordinal) {
    return new IntervalId(sink.writer(subtask), new Generation(generation), ordinal);
  }

  /** One interval with these values. */
  static Committable prepared(TransactionWriter writer, IntervalId interval, String... values)
      throws Exception {
    writer.begin(interval);
    for (String value : values) {
      writer.write(put(value));
    }
    return writer.prepare().orElseThrow();
  }

  static SinkRecord put(String value) {
    return SinkRecord.put(Value.of("k"), Value.of(value));
  }

  static PreparedTransaction payload(Committable committable) {
    return Observer.get(() -> PreparedTransaction.of(committable));
  }

  /** A whole recovery as one process for all subtasks. */
  RecoveryReport recover(TransactionalSink of, long generation, Committable... restored)
      throws Exception {
    return recover(of, generation, ReplayPolicy.REFUSE, restored);
  }

  RecoveryReport recover(
      TransactionalSink of, long generation, ReplayPolicy policy, Committable... restored)
      throws Exception {
    List<Pending> pending = new ArrayList<>();
    Generation newest = Generation.NONE;
    for (Committable one : restored) {
      pending.add(new Pending(Optional.of(new CheckpointId(1)), one));
      newest = newest.max(one.interval().generation());
    }
    RestoredState state =
        new RestoredState(
            restored.length == 0 ? Optional.empty() : Optional.of(new CheckpointId(1)),
            newest,
            List.of(restored).stream().map(Committable::interval).toList(),
            pending,
            Set.of());
    try (CommitterDriver committer =
            CommitterDriver.open(
                of, Contexts.of(sink), Optional.empty(), rejections, CommitLimits.DEFAULT);
        Recovery recovery =
            Recovery.of(
                of, List.of(new WriterScope(sink, 0, 1)), state, committer, Optional.empty())) {
      return recovery.run(new Generation(generation), policy);
    }
  }

  /** What readers see once every decided transaction is marked everywhere. */
  List<String> visible() {
    awaitMarked();
    return observer.visible(topic);
  }

  /** What blocks readers once every decided transaction is marked everywhere. */
  List<String> openTransactions() {
    awaitMarked();
    return observer.open(Names.prefix(sink));
  }

  private void awaitMarked() {
    Observer.await(
        "decided transactions are marked",
        () ->
            observer.transactions(Names.prefix(sink)).stream()
                .noneMatch(one -> one.state().toString().startsWith("Prepare")));
  }

  @Override
  public void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    observer.close();
  }
}
