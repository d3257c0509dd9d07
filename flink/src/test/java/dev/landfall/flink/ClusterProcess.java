package dev.landfall.flink;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * The main class of a process of {@link ProcessCluster}: Flink's own entry points, and an end when
 * the process that started it has ended.
 */
final class ClusterProcess {
  /** What it is to be. */
  enum Role {
    JOB_MANAGER,
    TASK_MANAGER
  }

  private ClusterProcess() {}

  /** Arguments: the role, and what Flink's entry point takes. */
  public static void main(String[] arguments) throws Exception {
    Thread lifeline = new Thread(ClusterProcess::awaitEndOfParent, "lifeline");
    lifeline.setDaemon(true);
    lifeline.start();
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    switch (Role.valueOf(arguments[0])) {
      case JOB_MANAGER -> StandaloneSessionClusterEntrypoint.main(rest);
      case TASK_MANAGER -> TaskManagerRunner.main(rest);
    }
  }

  /** Nothing is ever written to the input; it ends with whoever holds its other end. */
  private static void awaitEndOfParent() {
    try {
      System.in.readAllBytes();
    } catch (IOException e) {
      // The other end is gone, one way or the other.
    }
    Runtime.getRuntime().halt(1);
  }
}
