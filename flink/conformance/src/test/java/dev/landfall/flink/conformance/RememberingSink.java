package dev.landfall.flink.conformance;

import dev.landfall.sdk.record.SinkRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

/**
 * Without a store: the writer remembers all keys in its state, and hands those of an interval to
 * the committer. Stateless, thread-safe.
 */
final class RememberingSink
    implements Sink<SinkRecord>,
        SupportsWriterState<SinkRecord, String>,
        SupportsCommitter<String> {
  private static final long serialVersionUID = 1;

  @Override
  public Writer createWriter(WriterInitContext context) {
    return new Writer(List.of());
  }

  @Override
  public Writer restoreWriter(WriterInitContext context, Collection<String> states) {
    return new Writer(states);
  }

  @Override
  public Committer<String> createCommitter(CommitterInitContext context) {
    return new Committer<>() {
      @Override
      public void commit(Collection<CommitRequest<String>> requests) {
        // There is no store.
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  @Override
  public SimpleVersionedSerializer<String> getCommittableSerializer() {
    return new Text();
  }

  @Override
  public SimpleVersionedSerializer<String> getWriterStateSerializer() {
    return new Text();
  }

  /** One thread at a time. */
  static final class Writer
      implements CommittingSinkWriter<SinkRecord, String>, StatefulSinkWriter<SinkRecord, String> {
    private final List<String> all;
    private final List<String> interval = new ArrayList<>();

    Writer(Collection<String> all) {
      this.all = new ArrayList<>(all);
    }

    @Override
    public void write(SinkRecord element, Context context) {
      interval.add(element.key().toString());
    }

    @Override
    public void flush(boolean endOfInput) {
      // Nothing is buffered.
    }

    @Override
    public Collection<String> prepareCommit() {
      List<String> prepared = List.copyOf(interval);
      all.addAll(prepared);
      interval.clear();
      return prepared;
    }

    @Override
    public List<String> snapshotState(long checkpointId) {
      return List.copyOf(all);
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  private static final class Text implements SimpleVersionedSerializer<String> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String deserialize(int version, byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
