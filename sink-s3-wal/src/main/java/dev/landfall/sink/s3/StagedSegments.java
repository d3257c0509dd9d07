package dev.landfall.sink.s3;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The store as the home of the log: a segment is the data objects of its interval, and confirming
 * publishes them without a copy. Thread-safe.
 *
 * <h2>Crash analysis</h2>
 *
 * Before an announcement: nothing. After it: some of the announced objects. After the manifest: the
 * whole segment; in a durable checkpoint or not. {@link #clear} deletes what is announced and
 * neither confirmed nor retained; it deletes data before manifest before announcements, so that a
 * crash in it leaves what the next one needs.
 */
final class StagedSegments implements SegmentStore {
  private final Bookkeeping bookkeeping;
  private final ObjectWriting writing;
  private final Backoff backoff;

  StagedSegments(Bookkeeping bookkeeping, ObjectWriting writing, Backoff backoff) {
    this.bookkeeping = bookkeeping;
    this.writing = writing;
    this.backoff = backoff;
  }

  /** A sealed segment of that name is noticed when its first announcement is written. */
  @Override
  public SegmentWriter open(IntervalId interval) {
    return new StagedWriter(interval, bookkeeping.staged(interval), writing, backoff);
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    return StoreCalls.asIo(
        () ->
            new StagedSegment(
                committable, Manifest.sealed(committable, writing.store()).objects(), writing));
  }

  @Override
  public void forget(Committable committable) throws IOException {
    StoreCalls.asIo(
        () -> {
          new StagedInterval(committable.interval(), bookkeeping, writing.store()).forget();
          return true;
        });
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    return StoreCalls.asIo(
        () ->
            new StagedClearing(
                    new StagedIntervals(bookkeeping, writing.store()),
                    new Logs(writing.store(), bookkeeping, backoff))
                .clear(scope, current, retained));
  }

  @Override
  public void close() {}
}
