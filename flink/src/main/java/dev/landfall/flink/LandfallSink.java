package dev.landfall.flink;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.ReplayPolicy;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Any Landfall sink as a Flink sink. Immutable; Flink serialises it into the job graph.
 *
 * <pre>
 *   stream.sinkTo(
 *       LandfallSink.of("directory", Map.of("path", "/data/out"))
 *           .identity("orders", "main")
 *           .converter(order -&gt; …));
 * </pre>
 *
 * <p>The identity is part of every name in the store, so it must stay the same when the job is
 * submitted again (SI-4).
 */
public final class LandfallSink<T>
    implements Sink<T>, SupportsWriterState<T, WriterState>, SupportsCommitter<SinkWork> {
  private static final long serialVersionUID = 1;

  private final SinkSpec spec;
  private final RecordConverter<T> converter;

  private LandfallSink(SinkSpec spec, RecordConverter<T> converter) {
    this.spec = spec;
    this.converter = converter;
  }

  /**
   * Begins a sink.
   *
   * @param type the connector's name, as in {@code type:} of a pipeline file
   * @param options its options, as in a pipeline file; secrets as {@code ${env:NAME}} or {@code
   *     ${file:PATH}}
   */
  public static Builder of(String type, Map<String, ? extends Serializable> options) {
    return new Builder(type, new HashMap<>(options));
  }

  @Override
  public FlinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public FlinkWriter<T> restoreWriter(WriterInitContext context, Collection<WriterState> states)
      throws IOException {
    return FlinkWriter.open(spec, converter, context, states);
  }

  @Override
  public Committer<SinkWork> createCommitter(CommitterInitContext context) throws IOException {
    return FlinkCommitter.open(spec);
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
    private final String type;
    private final Map<String, Serializable> options;
    private String pipeline = "";
    private String sink = "";
    private ReplayPolicy replay = ReplayPolicy.REFUSE;

    private Builder(String type, Map<String, Serializable> options) {
      this.type = type;
      this.options = options;
    }

    /** The stable identity of the pipeline and of this sink in it. */
    public Builder identity(String newPipeline, String newSink) {
      SinkId checked = new SinkId(newPipeline, newSink);
      pipeline = checked.pipeline();
      sink = checked.sink();
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
     * Makes the sink.
     *
     * @throws IllegalArgumentException if the identity was not given
     */
    public <T> LandfallSink<T> converter(RecordConverter<T> converter) {
      SinkId checked = new SinkId(pipeline, sink);
      return new LandfallSink<>(
          new SinkSpec(type, options, checked.pipeline(), checked.sink(), replay), converter);
    }
  }
}
