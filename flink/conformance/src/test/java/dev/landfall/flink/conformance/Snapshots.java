package dev.landfall.flink.conformance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/**
 * What one checkpoint holds of a subtask. Immutable, thread-safe.
 *
 * @param checkpoint its id
 * @param writer the state of the writer operator
 * @param committer the state of the committer operator
 */
record Snapshots(long checkpoint, OperatorSubtaskState writer, OperatorSubtaskState committer)
    implements Serializable {
  private static final long serialVersionUID = 1;

  byte[] encoded() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Snapshots of(byte[] encoded) {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(encoded))) {
      return (Snapshots) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
