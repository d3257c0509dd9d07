package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The bytes of a {@link SinkWork}: pipeline, sink, subtask, parallelism, generation, instance, 0 or
 * 1 framed committables. Stateless, thread-safe.
 */
final class SinkWorkSerializer implements SimpleVersionedSerializer<SinkWork> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(SinkWork work) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    WriterScope scope = work.scope();
    out.writeUTF(scope.sink().pipeline());
    out.writeUTF(scope.sink().sink());
    out.writeInt(scope.subtask());
    out.writeInt(scope.parallelism());
    out.writeLong(work.generation().value());
    out.writeUTF(work.instance());
    out.writeBoolean(work.committable().isPresent());
    if (work.committable().isPresent()) {
      Committables.write(work.committable().get(), out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public SinkWork deserialize(int version, byte[] bytes) throws IOException {
    Committables.requireVersion(version, VERSION);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    SinkId sink = new SinkId(in.readUTF(), in.readUTF());
    WriterScope scope = new WriterScope(sink, in.readInt(), in.readInt());
    Generation generation = new Generation(in.readLong());
    String instance = in.readUTF();
    Optional<Committable> committable =
        in.readBoolean() ? Optional.of(Committables.read(in)) : Optional.empty();
    return new SinkWork(scope, generation, instance, committable);
  }
}
