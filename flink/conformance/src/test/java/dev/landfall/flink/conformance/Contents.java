package dev.landfall.flink.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * What an operator's states hold. Flink calls two handles equal when their names are, so what they
 * hold is read. Immutable, thread-safe.
 *
 * @param entries of each state that has any, in hexadecimal digits
 */
record Contents(Map<String, List<String>> entries) {
  private static final int MAX_BYTES = 64 << 20;

  /** Of a snapshot. */
  static Contents of(OperatorSubtaskState snapshot) {
    Map<String, List<String>> entries = new TreeMap<>();
    for (OperatorStateHandle handle : snapshot.getManagedOperatorState()) {
      entries.putAll(entries(handle));
    }
    return new Contents(entries);
  }

  /** Of a running operator, without its knowing. */
  static Contents of(AbstractStreamOperator<?> operator) throws Exception {
    RunnableFuture<SnapshotResult<OperatorStateHandle>> snapshot =
        operator
            .getOperatorStateBackend()
            .snapshot(
                1,
                1,
                new MemCheckpointStreamFactory(MAX_BYTES),
                CheckpointOptions.forCheckpointWithDefaultLocation());
    snapshot.run();
    OperatorStateHandle handle = snapshot.get().getJobManagerOwnedSnapshot();
    return new Contents(handle == null ? Map.of() : entries(handle));
  }

  private static Map<String, List<String>> entries(OperatorStateHandle handle) {
    byte[] bytes;
    try (InputStream in = handle.openInputStream()) {
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    NavigableSet<Long> bounds = new TreeSet<>(List.of((long) bytes.length));
    handle
        .getStateNameToPartitionOffsets()
        .values()
        .forEach(state -> Arrays.stream(state.getOffsets()).forEach(bounds::add));
    Map<String, List<String>> entries = new TreeMap<>();
    handle
        .getStateNameToPartitionOffsets()
        .forEach(
            (name, state) -> {
              List<String> of = new ArrayList<>();
              for (long from : state.getOffsets()) {
                int to = Math.toIntExact(bounds.higher(from));
                of.add(HexFormat.of().formatHex(bytes, Math.toIntExact(from), to));
              }
              if (!of.isEmpty()) {
                entries.put(name, of);
              }
            });
    return entries;
  }

  long count() {
    return entries.values().stream().mapToLong(List::size).sum();
  }
}
