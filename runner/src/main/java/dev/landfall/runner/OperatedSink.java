package dev.landfall.runner;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A sink as an operator's command uses it, without writers. One thread at a time. */
record OperatedSink(Sink sink, SinkContext context, Path log) {
  private static final int MAX_ATTEMPTS = 50;

  /** One scope of all subtasks, whatever the parallelism was. */
  WriterScope scope() {
    return new WriterScope(context.sink(), 0, 1);
  }

  /** What a checkpoint counts on and the store does not list: where is it? */
  PendingEntry unlisted(Pending pending, NamedCommittables named)
      throws SinkException, InterruptedException {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("writer", pending.committable().interval().writer().toString());
    details.put("committable", pending.committable().summary());
    Found found = find(pending);
    StoreEntry entry =
        new StoreEntry(
            pending.committable().interval().toString(),
            sink instanceof WriteAheadSink ? "sealed segment" : "committable",
            Optional.of(pending.committable().interval()),
            Optional.empty(),
            found.left,
            details);
    return new PendingEntry(
        entry, found.place, Optional.of(pending), named.holding(pending), found.remark);
  }

  /** What the store lists is there, but is it still what was prepared? */
  PendingEntry checked(PendingEntry listed) throws SinkException, InterruptedException {
    if (listed.named().isEmpty() || !(sink instanceof TwoPhaseCommitSink transactional)) {
      return listed;
    }
    try (Committer committer = transactional.committer()) {
      Liveness liveness = committer.liveness(listed.named().get().committable());
      return liveness instanceof Liveness.Gone gone ? listed.damaged(gone.reason()) : listed;
    }
  }

  private record Found(PendingEntry.Place place, Optional<Duration> left, String remark) {
    static Found at(PendingEntry.Place place, String remark) {
      return new Found(place, Optional.empty(), remark);
    }
  }

  private Found find(Pending pending) throws SinkException, InterruptedException {
    if (sink instanceof TwoPhaseCommitSink transactional) {
      try (Committer committer = transactional.committer()) {
        Liveness liveness = committer.liveness(pending.committable());
        return liveness instanceof Liveness.Gone gone
            ? Found.at(PendingEntry.Place.GONE, gone.reason())
            : Found.at(PendingEntry.Place.VISIBLE, "");
      }
    }
    if (sink instanceof WriteAheadSink writeAhead && isConfirmed(writeAhead, pending)) {
      return Found.at(PendingEntry.Place.VISIBLE, "");
    }
    try (SegmentStore segments = segments()) {
      segments.sealed(pending.committable());
      return Found.at(PendingEntry.Place.LOG, "");
    } catch (TornSegmentException e) {
      return Found.at(PendingEntry.Place.GONE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot look for " + pending + ": " + e, e);
    }
  }

  /** Confirmations of a writer follow each other, so its newest tells of all before it. */
  private boolean isConfirmed(WriteAheadSink writeAhead, Pending pending)
      throws SinkException, InterruptedException {
    IntervalId interval = pending.committable().interval();
    try (Takeover takeover = writeAhead.takeover()) {
      return takeover.confirmed(scope()).stream()
          .anyMatch(one -> one.writer().equals(interval.writer()) && !interval.isAfter(one));
    }
  }

  private SegmentStore segments() throws SinkException, InterruptedException {
    Optional<SegmentStore> own =
        sink instanceof WriteAheadSink writeAhead ? writeAhead.log() : Optional.empty();
    return own.isPresent() ? own.get() : new LocalSegmentStore(log);
  }

  /**
   * Commits what a durable checkpoint names, as a start does.
   *
   * @throws dev.landfall.sdk.host.CommitFailedException if it is lost or in doubt
   */
  String commit(Pending pending, CommitLimits limits) throws SinkException, InterruptedException {
    Rejections rejections = new Rejections(OnReject.FAIL, record -> {});
    try (SegmentStore segments = segments();
        CommitterDriver driver =
            CommitterDriver.open(
                sink, context, Optional.of(segments), rejections.atCommit(), limits)) {
      CommitReport report = driver.commit(List.of(pending));
      return report.committed() > 0
          ? "committed, " + report.records() + " records"
          : "was committed before, by proof";
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot commit " + pending + ": " + e, e);
    }
  }

  /** Commits what no checkpoint names, asking again as often as the store wants it. */
  String commit(StoreEntry entry, Administration administration)
      throws SinkException, InterruptedException {
    CommitOutcome outcome = administration.commit(entry);
    for (int i = 0; i < MAX_ATTEMPTS && outcome instanceof CommitOutcome.RetryLater later; i++) {
      context.time().pause(later.after());
      outcome = administration.commit(entry);
    }
    return switch (outcome.kind()) {
      case COMMITTED -> "committed";
      case ALREADY_COMMITTED -> "was committed before: " + outcome.explanation();
      case RETRY_LATER, LOST, IN_DOUBT ->
          throw new SinkException("Cannot commit '" + entry.name() + "': " + outcome.explanation());
    };
  }

  /** The take-over of a contract that has one. */
  Optional<Takeover> takeover() throws SinkException, InterruptedException {
    if (sink instanceof TwoPhaseCommitSink transactional) {
      return Optional.of(transactional.takeover());
    }
    return sink instanceof WriteAheadSink writeAhead
        ? Optional.of(writeAhead.takeover())
        : Optional.empty();
  }

  /** The log that the sink keeps in its own store. */
  Optional<SegmentStore> ownLog() throws SinkException, InterruptedException {
    return sink instanceof WriteAheadSink writeAhead ? writeAhead.log() : Optional.empty();
  }
}
