package dev.landfall.flink;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.connector.sink2.InitContext;

/**
 * Makes tokens that no other attempt of any job has, out of job, subtask, attempt, process and a
 * count: nothing is left to chance. Thread-safe.
 *
 * <p>The attempt alone would not do: after a failover of the job manager it is counted from 0.
 */
final class InstanceToken {
  private static final AtomicLong COUNT = new AtomicLong();

  private InstanceToken() {}

  static String next(InitContext context) {
    TaskInfo task = context.getTaskInfo();
    ProcessHandle process = ProcessHandle.current();
    long started = process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    return String.format(
        "%s-%d-%d-%d-%s-%d",
        context.getJobInfo().getJobId(),
        task.getIndexOfThisSubtask(),
        task.getAttemptNumber(),
        process.pid(),
        Long.toString(started, Character.MAX_RADIX),
        COUNT.incrementAndGet());
  }
}
