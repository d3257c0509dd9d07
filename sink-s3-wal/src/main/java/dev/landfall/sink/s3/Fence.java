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
    claim(logs.of(scope.subtask()), current);
    // 2. Those of earlier runs.
    for (WriterId writer : logs.writers()) {
      if (scope.contains(writer) && writer.subtask() != scope.subtask()) {
        write(logs.of(writer.subtask()), current);
      }
    }
  }

  /** Writes a fence; in a log that had none, makes sure that no other log knows a newer one. */
  void claim(ConfirmationLog log, Generation current) throws SinkException, InterruptedException {
    boolean first = log.state().fence().isEmpty();
    write(log, current);
    if (first) {
      requireNoNewer(current);
    }
  }

  /**
   * Makes sure that a log has a fence, whoever wrote it, so that a successor finds the log. For a
   * committer, which is not the process that took over: in some hosts it runs elsewhere.
   */
  void establish(ConfirmationLog log, Generation generation)
      throws SinkException, InterruptedException {
    for (int race = 0; race < MAX_LOST_RACES; race++) {
      if (log.state().fence().isPresent()) {
        return;
      }
      if (log.append(new LogEntry.Fence(0, generation, instance)).isEmpty()) {
        requireNoNewer(generation);
        return;
      }
    }
    throw tooManyRaces(log);
  }

  private void requireNoNewer(Generation current) throws SinkException, InterruptedException {
    for (WriterId writer : logs.writers()) {
      requireNotNewer(logs.of(writer.subtask()), current);
    }
  }

  private void write(ConfirmationLog log, Generation current)
      throws SinkException, InterruptedException {
    for (int race = 0; race < MAX_LOST_RACES; race++) {
      Optional<LogEntry.Fence> newest = log.state().fence();
      if (newest.isPresent() && !newest.get().generation().isOlderThan(current)) {
        requireOwn(log, newest.get(), current);
        return;
      }
      if (log.append(new LogEntry.Fence(0, current, instance)).isEmpty()) {
        return;
      }
    }
    throw tooManyRaces(log);
  }

  private static SinkException tooManyRaces(ConfirmationLog log) {
    return new SinkException(
        "Cannot fence "
            + log.keys().writer()
            + ": others have written "
            + MAX_LOST_RACES
            + " entries meanwhile (end the processes that use this pipeline's name)");
  }

  private void requireOwn(ConfirmationLog log, LogEntry.Fence newest, Generation current)
      throws FencedException {
    if (!newest.isSameAs(new LogEntry.Fence(0, current, instance))) {
      throw new FencedException(
          "Cannot take over "
              + log.keys().writer()
              + " as generation "
              + current
              + ": generation "
              + newest.generation()
              + " of another process is there, entry '"
              + log.keys().entry(newest.number())
              + "' (end one of the two)");
    }
  }

  private void requireNotNewer(ConfirmationLog log, Generation current)
      throws SinkException, InterruptedException {
    log.refresh();
    Generation fenced = Logs.fenced(log);
    if (current.isOlderThan(fenced)) {
      throw new FencedException(
          "Cannot take over as generation "
              + current
              + ": generation "
              + fenced
              + " has taken over "
              + log.keys().writer()
              + " (end this process)");
    }
  }
}
