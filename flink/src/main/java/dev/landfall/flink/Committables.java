package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.DamagedStateException;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Framed committables inside Flink's state, each with its length. Stateless, thread-safe. */
final class Committables {
  private Committables() {}

  static void write(Committable committable, DataOutputSerializer out) throws IOException {
    byte[] frame = CommittableCodec.encode(committable);
    out.writeInt(frame.length);
    out.write(frame);
  }

  static Committable read(DataInputDeserializer in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException(
          "Cannot read a committable from Flink's state: length "
              + length
              + ", expected at most "
              + in.available());
    }
    byte[] frame = new byte[length];
    in.readFully(frame);
    try {
      return CommittableCodec.decode(frame);
    } catch (DamagedStateException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  static void requireVersion(int version, int newest) throws IOException {
    if (version < 1 || version > newest) {
      throw new IOException(
          "Cannot read state of version "
              + version
              + ": expected 1 to "
              + newest
              + " (restore with the version that wrote it)");
    }
  }
}
