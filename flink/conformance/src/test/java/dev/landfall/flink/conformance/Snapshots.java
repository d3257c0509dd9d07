package dev.landfall.flink.conformance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;

/**
 * What one checkpoint holds of a subtask, in the form of Flink's own metadata files. Immutable,
 * thread-safe.
 *
 * @param checkpoint its id
 * @param writer the state of the writer operator
 * @param committer the state of the committer operator
 */
record Snapshots(long checkpoint, OperatorSubtaskState writer, OperatorSubtaskState committer) {
  private static final OperatorID WRITER = new OperatorID(0, 1);
  private static final OperatorID COMMITTER = new OperatorID(0, 2);

  /** Encodes, and reads back: what is lost here would be taken for a loss by the sink. */
  byte[] encoded() {
    byte[] encoded = metadata();
    Snapshots decoded = of(encoded);
    if (decoded.checkpoint != checkpoint
        || !Contents.of(decoded.writer).equals(Contents.of(writer))
        || !Contents.of(decoded.committer).equals(Contents.of(committer))) {
      throw new AssertionError("Flink's metadata does not hold what was put into it: " + decoded);
    }
    return encoded;
  }

  private byte[] metadata() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      Checkpoints.storeCheckpointMetadata(
          new CheckpointMetadata(
              checkpoint,
              List.of(state("writer", WRITER, writer), state("committer", COMMITTER, committer)),
              List.of()),
          bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The host has one checkpoint for each subtask, so each is subtask 0 of 1 in its own. */
  private static OperatorState state(String name, OperatorID id, OperatorSubtaskState subtask) {
    OperatorState state = new OperatorState(name, name, id, 1, Subtask.MAX_PARALLELISM);
    state.putState(0, subtask);
    return state;
  }

  static Snapshots of(byte[] encoded) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      CheckpointMetadata metadata =
          Checkpoints.loadCheckpointMetadata(in, Snapshots.class.getClassLoader(), "committable");
      return new Snapshots(
          metadata.getCheckpointId(), subtask(metadata, WRITER), subtask(metadata, COMMITTER));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OperatorSubtaskState subtask(CheckpointMetadata metadata, OperatorID id) {
    return metadata.getOperatorStates().stream()
        .filter(state -> state.getOperatorID().equals(id))
        .findFirst()
        .orElseThrow()
        .getState(0);
  }
}
