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

  /** An idempotent sink has nothing to commit: the task dies after the flush instead. */
  private final boolean commits;

  SpiedSink(LandfallSink<Long> sink, Target target) {
    this.sink = sink;
    this.commits = target.commits();
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
    return new SpiedWriter(sink.restoreWriter(context, states), commits);
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
  private static final class SpiedWriter
      implements CommittingSinkWriter<Long, SinkWork>, StatefulSinkWriter<Long, WriterState> {
    private final FlinkWriter<Long> writer;
    private final boolean commits;
    private long flushes;

    SpiedWriter(FlinkWriter<Long> writer, boolean commits) {
      this.writer = writer;
      this.commits = commits;
    }

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
      Collection<SinkWork> work = writer.prepareCommit();
      flushes++;
      if (!commits) {
        dieIfDue(Fault.NOTIFICATION_LOST, flushes);
        dieIfDue(Fault.COMMITTER_DIES_AFTER_COMMIT, flushes);
      }
      return work;
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

  private static void dieIfDue(Fault fault, long checkpoint) throws IOException {
    if (Faults.due(fault, checkpoint)) {
      Faults.fail(fault);
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
      dieIfDue(Fault.NOTIFICATION_LOST, commits);
      committer.commit(requests);
      dieIfDue(Fault.COMMITTER_DIES_AFTER_COMMIT, commits);
    }

    @Override
    public void close() throws Exception {
      committer.close();
    }
  }
}
