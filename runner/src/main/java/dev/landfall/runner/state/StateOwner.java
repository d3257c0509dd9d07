package dev.landfall.runner.state;

/**
 * Whose state a checkpoint is: compared before anything in it is believed. Immutable, thread-safe.
 *
 * @param pipeline the pipeline's name
 * @param source the source's type
 * @param sink the sink's type
 * @param sinkId the sink's name within the pipeline, part of every name in the store
 * @param mode the sink's mode as configured; empty for its default
 */
public record StateOwner(String pipeline, String source, String sink, String sinkId, String mode) {
  /**
   * Refuses state that somebody else wrote.
   *
   * @throws StateException naming the first difference and the remedy
   */
  public void requireSame(StateOwner found, String file) throws StateException {
    requireSame("pipeline", pipeline, found.pipeline, file);
    requireSame("source of type", source, found.source, file);
    requireSame("sink of type", sink, found.sink, file);
    requireSame("sink", sinkId, found.sinkId, file);
    requireSame("sink mode", mode, found.mode, file);
  }

  private static void requireSame(String what, String mine, String found, String file)
      throws StateException {
    if (!mine.equals(found)) {
      throw new StateException(
          StateException.Reason.FOREIGN,
          String.format(
              "Cannot restore %s: it was written for %s '%s', expected '%s'"
                  + " (change it back, or give the pipeline another checkpoint.directory)",
              file, what, found, mine));
    }
  }

  /** {@code pipeline orders, from file to jdbc 'main', mode upsert}. */
  @Override
  public String toString() {
    String to = "pipeline " + pipeline + ", from " + source + " to " + sink + " '" + sinkId + "'";
    return mode.isEmpty() ? to : to + ", mode " + mode;
  }
}
