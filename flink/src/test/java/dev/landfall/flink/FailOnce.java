package dev.landfall.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Fails one checkpoint, after the sink has prepared something for it. One thread at a time; the
 * count is shared by all attempts.
 */
final class FailOnce extends RichMapFunction<Long, Long> implements CheckpointedFunction {
  private static final long serialVersionUID = 1;
  private static final int ANY = -1;
  private static final int FROM_CHECKPOINT = 3;
  private static final AtomicInteger FAILURES = new AtomicInteger();

  private final int subtask;
  private final String directory;

  private FailOnce(int subtask, Path directory) {
    this.subtask = subtask;
    this.directory = directory.toString();
  }

  static void arm() {
    FAILURES.set(0);
  }

  static int failures() {
    return FAILURES.get();
  }

  static FailOnce afterPrepareIn(Path directory) {
    return new FailOnce(ANY, directory);
  }

  static FailOnce inSubtask(int subtask, Path directory) {
    return new FailOnce(subtask, directory);
  }

  @Override
  public Long map(Long value) {
    return value;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    boolean here =
        subtask == ANY || getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == subtask;
    if (here && context.getCheckpointId() >= FROM_CHECKPOINT && FAILURES.compareAndSet(0, 1)) {
      if (subtask == ANY) {
        Await.until("prepared file", this::somethingIsPrepared);
      }
      throw new IOException(
          "injected: checkpoint "
              + context.getCheckpointId()
              + " fails after the sink has prepared");
    }
  }

  private boolean somethingIsPrepared() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(directory, ".landfall"))) {
      return files.anyMatch(file -> file.toString().endsWith(".prepared"));
    } catch (NoSuchFileException | UncheckedIOException e) {
      return false; // A file was renamed while we looked.
    }
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    // Nothing is kept: the count is there for all attempts.
  }
}
