package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.log.UnloggableRecordException;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Appends to a log segment and seals it at the barrier. Owned by the writing thread, but for
 * sealing: the fsync takes tenths of a second for a large segment, so it runs on the sealer beside
 * the next interval's writes.
 */
final class LogStaging implements Staging {
  private final WriteAheadSink sink;
  private final SegmentStore log;
  private final RejectedRecords rejected;
  private final Executor sealer;
  private @Nullable IntervalId interval;
  private @Nullable SegmentWriter segment;

  LogStaging(WriteAheadSink sink, SegmentStore log, RejectedRecords rejected, Executor sealer) {
    this.sink = sink;
    this.log = log;
    this.rejected = rejected;
    this.sealer = sealer;
  }

  @Override
  public void begin(IntervalId begun) {
    // The segment is opened by the first record, so an idle writer makes no file (HO-12).
    interval = begun;
  }

  @Override
  public void write(SinkRecord record) throws SinkException {
    Optional<String> reason = sink.check(record);
    if (reason.isPresent()) {
      rejected.reject(record, reason.get());
      return;
    }
    try {
      openSegment().append(record);
    } catch (UnloggableRecordException e) {
      rejected.reject(
          record, String.valueOf(e.getMessage())); // The segment goes on without it (SI-8).
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot append to log segment " + interval + ": " + e.getMessage(), e);
    }
  }

  private SegmentWriter openSegment() throws IOException {
    SegmentWriter open = segment;
    if (open == null) {
      if (interval == null) {
        throw new ProtocolException("HO-2", "a record was written before an interval was begun");
      }
      open = log.open(interval);
      segment = open;
    }
    return open;
  }

  @Override
  public CompletableFuture<Optional<Committable>> finish() {
    SegmentWriter ended = segment;
    IntervalId name = interval;
    segment = null;
    interval = null;
    if (ended == null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return CompletableFuture.supplyAsync(() -> seal(ended, name), sealer);
  }

  private static Optional<Committable> seal(SegmentWriter segment, @Nullable IntervalId name) {
    try (segment) {
      return segment.seal();
    } catch (IOException e) {
      throw new CompletionException(
          new StoreUnavailableException(
              "Cannot seal log segment " + name + ": " + e.getMessage(), e));
    }
  }

  @Override
  public void discard() throws SinkException {
    try {
      closeSegment();
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot discard log segment " + interval + ": " + e.getMessage(), e);
    }
  }

  private void closeSegment() throws IOException {
    SegmentWriter open = segment;
    segment = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    try {
      closeSegment();
    } catch (IOException e) {
      // The segment is dangling whether it was closed well or not; recovery clears it by its
      // generation.
    }
  }
}
