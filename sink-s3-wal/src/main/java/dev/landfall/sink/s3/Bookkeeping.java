package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;

/**
 * Where a sink keeps what is no data: {@code PREFIX/_landfall/PIPELINE/SINK/…}. Immutable,
 * thread-safe.
 *
 * <p>Every name ends with a slash before the next begins, so {@code a} never covers {@code ab}; the
 * underscore in front hides it from Hive and Spark.
 */
record Bookkeeping(String prefix, SinkId sink) {
  private static final String FOLDER = "_landfall/";
  private static final String SUBTASKS = "subtasks/";

  /** Of everything that this sink keeps. */
  String root() {
    return prefix + FOLDER + sink.pipeline() + '/' + sink.sink() + '/';
  }

  /** Holds one folder for each subtask that ever was. */
  String subtasks() {
    return root() + SUBTASKS;
  }

  LogKeys log(int subtask) {
    return new LogKeys(subtasks() + subtask + '/', sink.writer(subtask));
  }

  /** What preflight tries out; removed when it has ended. */
  String probes() {
    return root() + "probe/";
  }

  /** What the log in the store keeps about unconfirmed intervals of a subtask. */
  String staged(int subtask) {
    return root() + "staged/" + subtask + '/';
  }

  String stagedSubtasks() {
    return root() + "staged/";
  }

  StagedKeys staged(IntervalId interval) {
    return new StagedKeys(
        staged(interval.writer().subtask())
            + 'g'
            + interval.generation()
            + "/o"
            + interval.ordinal()
            + '/');
  }
}
