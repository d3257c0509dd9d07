package dev.landfall.flink.conformance;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer and the committer operator of one subtask, chained as Flink chains them: the committer
 * starts first. One thread at a time.
 */
final class Subtask<C> {
  static final int MAX_PARALLELISM = 128;

  /** How a process of the suite tells that an operator has its state back, or has it not. */
  static final String RESTORED = "The state is restored:";

  static final String NOT_RESTORED = "The state is not restored:";

  private static final Logger LOG = LoggerFactory.getLogger(Subtask.class);

  private final Sink<SinkRecord> sink;
  private final SinkId id;
  private final int number;
  private final int parallelism;
  private Optional<Snapshots> restored = Optional.empty();
  private OneInputStreamOperatorTestHarness<SinkRecord, CommittableMessage<C>> writer;
  private OneInputStreamOperatorTestHarness<CommittableMessage<C>, CommittableMessage<C>> committer;
  private long next = 1;

  private Subtask(Sink<SinkRecord> sink, SinkId id, int number, int parallelism) {
    this.sink = sink;
    this.id = id;
    this.number = number;
    this.parallelism = parallelism;
  }

  static Subtask<?> of(Sink<SinkRecord> sink, SinkId id, int number, int parallelism) {
    return new Subtask<Object>(sink, id, number, parallelism);
  }

  /** The checkpoint is complete; before {@link #start}: the job goes on from it. */
  void complete(Snapshots taken) throws Exception {
    if (writer == null) {
      restored = Optional.of(taken);
      next = taken.checkpoint() + 1;
      openCommitter();
      return;
    }
    committer.notifyOfCompletedCheckpoint(taken.checkpoint());
    writer.notifyOfCompletedCheckpoint(taken.checkpoint());
  }

  @SuppressWarnings("unchecked") // the writer of a sink makes what its committer takes
  private void openCommitter() throws Exception {
    if (committer != null) {
      committer.close();
    }
    committer =
        new OneInputStreamOperatorTestHarness<>(
            new CommitterOperatorFactory<>((SupportsCommitter<C>) copy(), false, true),
            environment());
    committer.setup(messages());
    if (restored.isPresent()) {
      committer.setRestoredCheckpointId(restored.get().checkpoint());
      committer.initializeState(restored.get().committer());
      requireRestored("committer", committer.getOperator(), restored.get().committer());
    }
    committer.open();
  }

  /** The writer starts, from what was restored. */
  void start() throws Exception {
    if (committer == null) {
      openCommitter();
    }
    writer =
        new OneInputStreamOperatorTestHarness<>(
            new SinkWriterOperatorFactory<SinkRecord, C>(copy()),
            TypeInformation.of(SinkRecord.class).createSerializer(new SerializerConfigImpl()),
            environment());
    writer.setup(messages());
    if (restored.isPresent()) {
      writer.setRestoredCheckpointId(restored.get().checkpoint());
      writer.initializeState(restored.get().writer());
      requireRestored("writer", writer.getOperator(), restored.get().writer());
    }
    writer.open();
  }

  /** Otherwise the suite would judge the loss of state by the harness, and not the sink. */
  private void requireRestored(
      String operator, AbstractStreamOperator<?> started, OperatorSubtaskState taken)
      throws Exception {
    Contents expected = Contents.of(taken);
    Contents seen = Contents.of(started);
    if (!seen.equals(expected)) {
      LOG.error(
          "{} {} of {}/{}: {}, expected {}", NOT_RESTORED, operator, id, number, seen, expected);
      throw new AssertionError(NOT_RESTORED + " " + operator);
    }
    LOG.info("{} {} of {}/{}: {} entries", RESTORED, operator, id, number, expected.count());
  }

  /** Each operator has a sink of its own, which has come with the job graph. */
  private Sink<SinkRecord> copy() throws IOException, ClassNotFoundException {
    return InstantiationUtil.clone(sink, Subtask.class.getClassLoader());
  }

  /** What passes from one operator to the other is copied as Flink copies it. */
  @SuppressWarnings("unchecked") // the same as in openCommitter
  private TypeSerializer<CommittableMessage<C>> messages() {
    return CommittableMessageTypeInfo.of(((SupportsCommitter<C>) sink)::getCommittableSerializer)
        .createSerializer(new SerializerConfigImpl());
  }

  void write(SinkRecord record) throws Exception {
    writer.processElement(new StreamRecord<>(record));
  }

  /** A barrier passes both operators. */
  Snapshots barrier() throws Exception {
    long checkpoint = next++;
    writer.prepareSnapshotPreBarrier(checkpoint);
    for (CommittableMessage<C> message : writer.extractOutputValues()) {
      committer.processElement(new StreamRecord<>(message));
    }
    writer.getOutput().clear();
    return new Snapshots(
        checkpoint,
        writer.snapshot(checkpoint, checkpoint),
        committer.snapshot(checkpoint, checkpoint));
  }

  /** A job that fails over keeps its id; a pipeline of the suite is one job. */
  private MockEnvironment environment() {
    UUID name = UUID.nameUUIDFromBytes(id.pipeline().getBytes(StandardCharsets.UTF_8));
    return new MockEnvironmentBuilder()
        .setTaskName(id.toString())
        .setJobID(new JobID(name.getLeastSignificantBits(), name.getMostSignificantBits()))
        .setParallelism(parallelism)
        .setMaxParallelism(MAX_PARALLELISM)
        .setSubtaskIndex(number)
        .setUserCodeClassLoader(Subtask.class.getClassLoader())
        .build();
  }

  /** Idempotent. */
  void close() {
    try {
      if (writer != null) {
        writer.close();
        writer = null;
      }
      if (committer != null) {
        committer.close();
        committer = null;
      }
    } catch (Exception e) {
      throw new IllegalStateException("Cannot close the operators of " + id + "/" + number, e);
    }
  }
}
