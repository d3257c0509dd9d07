package dev.landfall.flink;

import dev.landfall.flink.SinkSpec.WithoutCheckpoints;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.ReplayPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Any Landfall sink as a Flink sink, for Flink 1.20 and 2.x.
 *
 * <pre>
 *   stream.sinkTo(
 *       LandfallSink.of("kafka", Map.of("bootstrap-servers", "broker:9092", "topic", "orders"))
 *           .identity("orders", "main")
 *           .converter((order, timestamp) -&gt; SinkRecord.put(Value.of(order.id()), …)));
 * </pre>
 *
 * <p>The identity is part of every name in the store, so it must stay the same when the job is
 * submitted again, and no two running jobs may share it (SI-4). Flink serialises the sink into the
 * job graph; what it learns about the job's checkpoints it learns before that, when Flink
 * translates the job. Otherwise immutable. One thread at a time.
 */
public final class LandfallSink<T>
    implements Sink<T>,
        SupportsWriterState<T, WriterState>,
        SupportsCommitter<SinkWork>,
        SupportsPreWriteTopology<T> {
  private static final long serialVersionUID = 1;

  private final SinkSpec spec;
  private final RecordConverter<T> converter;
  private JobTerms job = JobTerms.UNKNOWN;

  private LandfallSink(SinkSpec spec, RecordConverter<T> converter) {
    this.spec = spec;
    this.converter = converter;
  }

  /**
   * Begins a sink.
   *
   * @param type the connector's name, as in {@code type:} of a pipeline file
   * @param options its options, as in a pipeline file, sections as maps; secrets as {@code
   *     ${env:NAME}} or {@code ${file:PATH}}, which each task resolves on its own machine
   * @throws IllegalArgumentException if an option is of a type that no pipeline file can hold
   */
  public static Builder of(String type, Map<String, ?> options) {
    return new Builder(type, Options.of(options));
  }

  /** Adds nothing: here Flink shows the job whose checkpoints a running task is not told about. */
  @Override
  public DataStream<T> addPreWriteTopology(DataStream<T> input) {
    job = JobTerms.of(input);
    return input;
  }

  /**
   * Starts a writer without state.
   *
   * @throws IOException if the job cannot give what is asked for, or the store is not ready (SI-6);
   *     the message lists everything that is missing
   */
  @Override
  public FlinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return restoreWriter(context, List.of());
  }

  /**
   * Starts a writer with the states of any subtasks, whose restored work it commits.
   *
   * @throws IOException as {@link #createWriter}; also if records are lost or in doubt (T-5), or if
   *     the store is ahead of the restored state (HO-15)
   */
  @Override
  public FlinkWriter<T> restoreWriter(WriterInitContext context, Collection<WriterState> states)
      throws IOException {
    return FlinkWriter.open(spec, job, converter, context, states);
  }

  @Override
  public Committer<SinkWork> createCommitter(CommitterInitContext context) throws IOException {
    return FlinkCommitter.open(spec, context);
  }

  @Override
  public SimpleVersionedSerializer<SinkWork> getCommittableSerializer() {
    return new SinkWorkSerializer();
  }

  @Override
  public SimpleVersionedSerializer<WriterState> getWriterStateSerializer() {
    return new WriterStateSerializer();
  }

  /** Collects what a sink needs. One thread at a time. */
  public static final class Builder {
    private static final Duration DOWNTIME = Duration.ofMinutes(10);

    private final String type;
    private final Options options;
    private Optional<SinkId> identity = Optional.empty();
    private ReplayPolicy replay = ReplayPolicy.REFUSE;
    private OnRejected rejected = OnRejected.FAIL;
    private Guarantee.Level guarantee = Guarantee.Level.EXACTLY_ONCE;
    private Duration downtime = DOWNTIME;
    private WithoutCheckpoints withoutCheckpoints = WithoutCheckpoints.REFUSE;

    private Builder(String type, Options options) {
      this.type = type;
      this.options = options;
    }

    /**
     * The stable identity of the pipeline and of this sink in it.
     *
     * @throws IllegalArgumentException if a name is not made of a-z, 0-9, '-' and '_'
     */
    public Builder identity(String pipeline, String sink) {
      identity = Optional.of(new SinkId(pipeline, sink));
      return this;
    }

    /** What follows when a record cannot be written; {@link OnRejected#FAIL} without it. */
    public Builder rejected(OnRejected policy) {
      rejected = policy;
      return this;
    }

    /**
     * What is asked for; exactly once without it. A sink that cannot give it refuses to start, and
     * so does a job whose checkpoints cannot.
     */
    public Builder guarantee(Guarantee.Level level) {
      guarantee = level;
      return this;
    }

    /**
     * How long the job may be down without loss, ten minutes without it: a store that would give up
     * prepared work earlier is refused (T-9).
     */
    public Builder toleratedDowntime(Duration longest) {
      downtime = longest;
      return this;
    }

    /**
     * Accepts that restoring an older state repeats records that the store has confirmed (HO-15).
     */
    public Builder acceptReplay() {
      replay = ReplayPolicy.ACCEPT;
      return this;
    }

    /**
     * Accepts a streaming job that takes no checkpoints by itself, which is refused without this
     * where the sink's mode makes records visible at checkpoints only (SI-6). They then become
     * visible when the job is stopped with a savepoint or its input ends, and until then not at
     * all, so a job that fails before has to start from the beginning.
     */
    public Builder acceptNoCheckpoints() {
      withoutCheckpoints = WithoutCheckpoints.ACCEPT;
      return this;
    }

    /**
     * Makes the sink.
     *
     * @throws IllegalStateException if the identity was not given
     */
    public <T> LandfallSink<T> converter(RecordConverter<T> converter) {
      SinkId sink =
          identity.orElseThrow(
              () ->
                  new IllegalStateException(
                      "Cannot make a sink of type '"
                          + type
                          + "': it has no identity, expected one that stays the same when the job"
                          + " is submitted again (call identity(pipeline, sink))"));
      return new LandfallSink<>(
          new SinkSpec(
              type,
              options,
              sink.pipeline(),
              sink.sink(),
              replay,
              rejected,
              guarantee,
              downtime,
              withoutCheckpoints),
          converter);
    }
  }
}
