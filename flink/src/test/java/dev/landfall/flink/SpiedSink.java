package dev.landfall.flink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The sink under test, unchanged, with an eye on its calls and a committer that may die. */
final class SpiedSink
    implements Sink<Long>,
        SupportsWriterState<Long, WriterState>,
        SupportsCommitter<SinkWork>,
        SupportsPreWriteTopology<Long> {
  private static final long serialVersionUID = 1;

  private final LandfallSink<Long> sink;

  SpiedSink(LandfallSink<Long> sink) {
    this.sink = sink;
  }

  @Override
  public DataStream<Long> addPreWriteTopology(DataStream<Long> input) {
    return sink.addPreWriteTopology(input);
  }

  @Override
  public SpiedWriter createWriter(WriterInitContext context) throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public SpiedWriter restoreWriter(WriterInitContext context, Collection<WriterState> states)
      throws IOException {
    Faults.writerOpened();
    return new SpiedWriter(sink.restoreWriter(context, states));
  }

  @Override
  public Committer<SinkWork> createCommitter(CommitterInitContext context) throws IOException {
    return new MortalCommitter(sink.createCommitter(context));
  }

  @Override
  public SimpleVersionedSerializer<SinkWork> getCommittableSerializer() {
    return sink.getCommittableSerializer();
  }

  @Override
  public SimpleVersionedSerializer<WriterState> getWriterStateSerializer() {
    return sink.getWriterStateSerializer();
  }

  /** Tells when a checkpoint was prepared. */
  private record SpiedWriter(FlinkWriter<Long> writer)
      implements CommittingSinkWriter<Long, SinkWork>, StatefulSinkWriter<Long, WriterState> {
    @Override
    public void write(Long element, Context context) throws IOException, InterruptedException {
      writer.write(element, context);
    }

    @Override
    public void flush(boolean endOfInput) {
      writer.flush(endOfInput);
    }

    @Override
    public Collection<SinkWork> prepareCommit() throws IOException, InterruptedException {
      return writer.prepareCommit();
    }

    @Override
    public List<WriterState> snapshotState(long checkpointId) {
      List<WriterState> states = writer.snapshotState(checkpointId);
      Faults.writerSnapshotted(checkpointId);
      return states;
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  /** Dies once, before or after a commit. */
  private static final class MortalCommitter implements Committer<SinkWork> {
    private final Committer<SinkWork> committer;
    private long commits;

    MortalCommitter(Committer<SinkWork> committer) {
      this.committer = committer;
    }

    @Override
    public void commit(Collection<CommitRequest<SinkWork>> requests)
        throws IOException, InterruptedException {
      commits++;
      if (Faults.due(Fault.NOTIFICATION_LOST, commits)) {
        Faults.fail(Fault.NOTIFICATION_LOST);
      }
      committer.commit(requests);
      if (Faults.due(Fault.COMMITTER_DIES_AFTER_COMMIT, commits)) {
        Faults.fail(Fault.COMMITTER_DIES_AFTER_COMMIT);
      }
    }

    @Override
    public void close() throws Exception {
      committer.close();
    }
  }
}
