package dev.landfall.sink.s3;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A local directory as the home of the log: a segment is the finished objects of its interval, and
 * publishing sends them to the store, byte for byte. Thread-safe.
 *
 * <p>Laid out as {@link StagedSegments} lays its segments out in the store, with the same
 * announcements and the same manifest, so one reader and one clearing serve both. What differs is
 * that nobody reads objects here: a segment that is no longer needed goes with its data.
 *
 * <h2>Crash analysis</h2>
 *
 * Before an announcement: nothing. After it: some of the announced files. After the manifest: the
 * whole segment, in a durable checkpoint or not. {@link #clear} and {@link #forget} delete data
 * before manifest before announcements, so that a crash in them leaves what the next one needs.
 */
final class SpooledSegments implements SegmentStore {
  private final Bookkeeping bookkeeping;
  private final ObjectWriting spooling;
  private final Backoff backoff;

  /**
   * Segments in the store of {@code spooling}, a directory of this machine.
   *
   * @param bookkeeping names them as it names segments in the real store
   */
  SpooledSegments(Bookkeeping bookkeeping, ObjectWriting spooling, Backoff backoff) {
    this.bookkeeping = bookkeeping;
    this.spooling = spooling;
    this.backoff = backoff;
  }

  @Override
  public SegmentWriter open(IntervalId interval) {
    return new StagedWriter(interval, bookkeeping.staged(interval), spooling, backoff);
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    return StoreCalls.asIo(
        () ->
            new SpooledSegment(
                committable,
                Manifest.sealed(committable, spooling.store()).objects(),
                spooling.store()));
  }

  @Override
  public void forget(Committable committable) throws IOException {
    StoreCalls.asIo(
        () -> new StagedInterval(committable.interval(), bookkeeping, spooling.store()).discard());
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    return StoreCalls.asIo(
        () -> {
          List<String> cleared = new ArrayList<>();
          for (StagedInterval one : new StagedIntervals(bookkeeping, spooling.store()).all()) {
            IntervalId interval = one.interval();
            if (scope.contains(interval.writer())
                && interval.generation().isOlderThan(current)
                && !retained.contains(interval)) {
              cleared.add("local segment " + interval + ", " + one.discard() + " objects");
            }
          }
          return cleared;
        });
  }

  @Override
  public void close() {}
}
