package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The bytes of a {@link WriterState}: newest interval, count, framed committables. Stateless,
 * thread-safe.
 */
final class WriterStateSerializer implements SimpleVersionedSerializer<WriterState> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(WriterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeUTF(state.newest().toString());
    out.writeInt(state.prepared().size());
    for (Committable committable : state.prepared()) {
      Committables.write(committable, out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public WriterState deserialize(int version, byte[] bytes) throws IOException {
    Committables.requireVersion(version, VERSION);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    IntervalId newest = IntervalId.parse(in.readUTF());
    int count = in.readInt();
    List<Committable> prepared = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      prepared.add(Committables.read(in));
    }
    return new WriterState(newest, prepared);
  }
}
