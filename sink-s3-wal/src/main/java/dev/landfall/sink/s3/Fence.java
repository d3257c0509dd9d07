package dev.landfall.sink.s3;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.Optional;

/**
 * Fences older generations by an entry in every log of a scope (W-6). One thread at a time.
 *
 * <h2>Logs that nobody has seen yet</h2>
 *
 * A writer of an earlier, wider run may come to life after its successors have listed the logs, and
 * would find no fence in a log that did not exist. So whoever makes a log looks at all others
 * <em>after</em> its own first entry, and a successor lists the logs <em>after</em> its own fence:
 * one of the two sees the other.
 */
final class Fence {
  private static final int MAX_LOST_RACES = 1_000;

  private final Logs logs;
  private final String instance;

  Fence(Logs logs, String instance) {
    this.logs = logs;
    this.instance = instance;
  }

  /** Fences every older generation of the scope. */
  void take(WriterScope scope, Generation current) throws SinkException, InterruptedException {
    // 1. The own log, so that there is one for each writer that ever ran.
    ConfirmationLog own = logs.of(scope.subtask());
    boolean first = own.state().fences().isEmpty();
    write(own, scope, current);
    if (first) {
      requireNoNewer(scope, current);
    }
    // 2. Those of earlier runs.
    for (WriterId writer : logs.writers()) {
      if (scope.contains(writer) && writer.subtask() != scope.subtask()) {
        write(logs.of(writer.subtask()), scope, current);
      }
    }
  }

  /**
   * Makes sure that a log has a fence, whoever wrote it, so that a successor finds the log. For a
   * committer, which is not the process that takes over: in some hosts it runs elsewhere, and
   * confirms before the writer's fence is there (HO-8). So what it writes speaks for that one
   * writer, and is no take-over.
   */
  void establish(ConfirmationLog log, Generation generation)
      throws SinkException, InterruptedException {
    for (int race = 0; race < MAX_LOST_RACES; race++) {
      if (!log.state().fences().isEmpty()) {
        return;
      }
      WriterScope writer = WriterScope.of(log.keys().writer());
      if (log.append(new LogEntry.Fence(0, generation, writer, instance)).isEmpty()) {
        requireNoNewer(writer, generation);
        return;
      }
    }
    throw tooManyRaces(log);
  }

  /**
   * A fence counts for the writers of its scope alone: where every subtask takes over by itself,
   * others of the same run may be ahead.
   */
  private void requireNoNewer(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    for (WriterId writer : logs.writers()) {
      requireNotNewer(logs.of(writer.subtask()), scope, current);
    }
  }

  private void write(ConfirmationLog log, WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    LogEntry.Fence own = new LogEntry.Fence(0, current, scope, instance);
    for (int race = 0; race < MAX_LOST_RACES; race++) {
      Optional<LogEntry.Fence> newest = log.state().newestFence();
      if (newest.isPresent() && isTaken(log, newest.get(), current)) {
        requireOwn(log, newest.get(), own);
        return;
      }
      if (log.append(own).isEmpty()) {
        return;
      }
    }
    throw tooManyRaces(log);
  }

  /** Whether a fence is a take-over by this generation or a newer one. */
  private static boolean isTaken(ConfirmationLog log, LogEntry.Fence newest, Generation current) {
    boolean byCommitter = newest.scope().equals(WriterScope.of(log.keys().writer()));
    return byCommitter
        ? current.isOlderThan(newest.generation())
        : !newest.generation().isOlderThan(current);
  }

  private static SinkException tooManyRaces(ConfirmationLog log) {
    return new SinkException(
        "Cannot fence "
            + log.keys().writer()
            + ": others have written "
            + MAX_LOST_RACES
            + " entries meanwhile (end the processes that use this pipeline's name)");
  }

  private static void requireOwn(ConfirmationLog log, LogEntry.Fence newest, LogEntry.Fence own)
      throws FencedException {
    if (!newest.isSameAs(own)) {
      throw new FencedException(
          "Cannot take over "
              + log.keys().writer()
              + " as generation "
              + own.generation()
              + ": generation "
              + newest.generation()
              + " of another process is there, entry '"
              + log.keys().entry(newest.number())
              + "' (end one of the two)");
    }
  }

  private static void requireNotNewer(ConfirmationLog log, WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    log.refresh();
    Generation fenced = log.state().fenced(scope);
    if (current.isOlderThan(fenced)) {
      throw new FencedException(
          "Cannot go on with "
              + scope
              + " as generation "
              + current
              + ": generation "
              + fenced
              + " has taken over "
              + log.keys().writer()
              + " (end this process)");
    }
  }
}
