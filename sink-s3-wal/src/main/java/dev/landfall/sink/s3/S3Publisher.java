package dev.landfall.sink.s3;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.TornSegmentException;
import java.util.List;
import java.util.Optional;

/**
 * Publishes segments and confirms them. One thread at a time.
 *
 * <h2>Protocol</h2>
 *
 * <ol>
 *   <li>If the log of the interval's writer has its confirmation, that is the proof, and nothing is
 *       written (W-3). If it has a fence of a newer generation, nothing may be.
 *   <li>Data objects, under names that follow from the interval; every one acknowledged.
 *   <li>The confirmation, as the next entry of that log, on the condition that its number is free
 *       (W-2). If it is not: as 1, by the entry that took it.
 * </ol>
 *
 * <h2>Who confirms what</h2>
 *
 * An interval is confirmed in the log of the writer that wrote it, by whoever holds its
 * committable: after a change of parallelism the successor of scope {@code s mod p} confirms
 * restored intervals of several writers, each in its own log. It does so before it fences them
 * (HO-8), so an interval may be confirmed as long as no fence of a newer generation precedes. The
 * dead instance that holds the same committable is no danger: it would write the same objects and
 * the same entry, once.
 *
 * <h2>Crash analysis</h2>
 *
 * In 2: objects that no confirmation names; publishing again finds them, and writes the rest.
 * Before the entry of 3 is applied: the same. After it: 1 finds it.
 */
final class S3Publisher implements SegmentPublisher {
  private static final int MAX_LOST_RACES = 1_000;

  private final SinkId id;
  private final String instance;
  private final Logs logs;
  private final SegmentObjects objects;
  private final RejectedRecords rejected;

  S3Publisher(
      SinkId id, String instance, Logs logs, SegmentObjects objects, RejectedRecords rejected) {
    this.id = id;
    this.instance = instance;
    this.logs = logs;
    this.objects = objects;
    this.rejected = rejected;
  }

  @Override
  public CommitOutcome publish(Segment segment) throws SinkException, InterruptedException {
    IntervalId interval = segment.committable().interval();
    requireOwn(interval);
    ConfirmationLog log = logs.of(interval.writer().subtask());
    // 1. Confirmed, or fenced?
    Optional<CommitOutcome> already = confirmed(log, interval);
    if (already.isPresent()) {
      return already.get();
    }
    requireUnfenced(log, interval);
    // 2. Data.
    List<DataObject> written;
    try {
      written = objects.write(segment, rejected);
    } catch (TornSegmentException e) {
      return CommitOutcome.lost(
          "Cannot publish " + interval + ": its segment is damaged: " + e.getMessage());
    }
    // 3. Confirmation.
    return confirm(log, interval, written);
  }

  private CommitOutcome confirm(ConfirmationLog log, IntervalId interval, List<DataObject> written)
      throws SinkException, InterruptedException {
    long records = written.stream().mapToLong(DataObject::records).sum();
    LogEntry entry = new LogEntry.Confirmation(0, interval, records, instance, written);
    for (int race = 0; race < MAX_LOST_RACES; race++) {
      if (log.append(entry).isEmpty()) {
        return CommitOutcome.committed();
      }
      Optional<CommitOutcome> already = confirmed(log, interval);
      if (already.isPresent()) {
        return already.get();
      }
      requireUnfenced(log, interval);
    }
    throw new SinkException(
        "Cannot confirm "
            + interval
            + ": others have written "
            + MAX_LOST_RACES
            + " entries meanwhile (end the processes that use this pipeline's name)");
  }

  private static Optional<CommitOutcome> confirmed(ConfirmationLog log, IntervalId interval)
      throws SinkException, InterruptedException {
    return log.find(interval)
        .map(
            entry ->
                CommitOutcome.alreadyCommitted(
                    "'"
                        + log.keys().entry(entry.number())
                        + "' confirms "
                        + interval
                        + " with "
                        + entry.records()
                        + " records"));
  }

  private void requireUnfenced(ConfirmationLog log, IntervalId interval)
      throws SinkException, InterruptedException {
    if (log.state().fences().isEmpty()) {
      // A host that puts fencing off (HO-8) commits before: make the log known first.
      new Fence(logs, instance).establish(log, interval.generation());
    }
    Generation fenced = Logs.fenced(log);
    if (interval.generation().isOlderThan(fenced)) {
      throw new FencedException(
          "Cannot confirm "
              + interval
              + ": generation "
              + fenced
              + " has taken over "
              + interval.writer()
              + " (end this process)");
    }
  }

  private void requireOwn(IntervalId interval) throws SinkException {
    if (!interval.writer().sink().equals(id)) {
      throw new SinkException(
          "Cannot publish " + interval + ": expected an interval of " + id + " (SI-5)");
    }
  }

  @Override
  public void close() {}
}
