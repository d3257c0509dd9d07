package dev.landfall.flink;

/** What a job has to survive, once. */
enum Fault {
  /** The control: it must be exact too. */
  NONE,
  /** A task that is no part of the sink fails a checkpoint that the sink has prepared for. */
  ANOTHER_TASK_FAILS_AFTER_PREPARE,
  /** The checkpoint is complete, and the committer dies before it has done anything. */
  NOTIFICATION_LOST,
  /** The committer dies after the commit, so the same committables are delivered again. */
  COMMITTER_DIES_AFTER_COMMIT,
  /**
   * A checkpoint that the sink has prepared for is given up, and the job goes on without restart.
   */
  CHECKPOINT_EXPIRES,
  /** A task manager goes, with its writer and committer. */
  TASK_MANAGER_KILLED
}
