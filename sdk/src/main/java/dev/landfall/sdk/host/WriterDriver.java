package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one writer of any contract from barrier to barrier. One thread at a time; futures that
 * {@link #barrier} returns may complete on the sealer's thread.
 *
 * <p><b>Protocol.</b> {@code open ( write* barrier )* close}. A barrier ends one interval and
 * begins the next at once, so a record is part of the interval in which it was written and of no
 * other (HO-2, SI-11). The driver counts the ordinals: names exist before any checkpoint id does
 * (SI-4).
 *
 * <p><b>Invariants.</b> After the first error of any call, or of a sealing under way, every later
 * call fails with it (SI-2): a checkpoint that goes on after a failed write would hold a hole.
 * {@code close} of a poisoned writer touches nothing in the store.
 *
 * <p><b>Crash analysis.</b> Everything that this object knows may be lost at any moment. Crash
 * before the barrier: the open interval is dangling, recovery discards it and the source replays.
 * Crash between prepare and the durable checkpoint: the prepared interval is in no checkpoint, so
 * it is dangling too. Crash after that: the checkpoint holds the committable, and any process can
 * finish it.
 */
public final class WriterDriver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterDriver.class);

  private final Staging staging;
  private IntervalId interval;
  private boolean closed;

  /** The first error; written by the sealer as well, hence volatile. */
  private volatile @Nullable Throwable failure;

  /**
   * The thread inside a call. Best effort, and not worth a fence on each record: it is there to
   * tell a host about HO-3.
   */
  private @Nullable Thread busy;

  private WriterDriver(Staging staging, IntervalId first) {
    this.staging = staging;
    this.interval = first;
  }

  /**
   * Opens a writer and begins its first interval.
   *
   * @param generation taken at recover; greater than any older instance's of this writer
   * @param rejected where records go that cannot be written (SI-8)
   * @param log where segments live; used by {@link WriteAheadSink} alone
   * @param sealer runs the fsync of segments, off the writing thread
   * @throws SinkException if the sink refuses
   */
  public static WriterDriver open(
      Sink sink,
      WriterId id,
      Generation generation,
      RejectedRecords rejected,
      Optional<SegmentStore> log,
      Executor sealer)
      throws SinkException, InterruptedException {
    IntervalId first = new IntervalId(id, generation, 1);
    WriterDriver driver = new WriterDriver(staging(sink, first, rejected, log, sealer), first);
    try {
      driver.staging.begin(first);
    } catch (SinkException | InterruptedException | RuntimeException e) {
      driver.staging.close();
      throw e;
    }
    return driver;
  }

  private static Staging staging(
      Sink sink,
      IntervalId first,
      RejectedRecords rejected,
      Optional<SegmentStore> log,
      Executor sealer)
      throws SinkException, InterruptedException {
    if (sink instanceof IdempotentSink idempotent) {
      return new IdempotentStaging(idempotent.writer(first.writer(), rejected));
    }
    if (sink instanceof TwoPhaseCommitSink transactional) {
      return new TransactionStaging(
          transactional.writer(first.writer(), first.generation(), rejected));
    }
    SegmentStore home =
        log.orElseThrow(
            () ->
                new ProtocolException(
                    "W-1", "a write-ahead sink needs a log, and the host gave none"));
    return new LogStaging((WriteAheadSink) sink, home, rejected, sealer);
  }

  /** The interval that records are written into now. */
  public IntervalId interval() {
    return interval;
  }

  /**
   * Hands one record over; blocks while the sink's buffers are full (SI-3), never for a commit
   * (HO-3).
   *
   * @throws SinkException if this or an earlier call failed; the writer is poisoned (SI-2)
   */
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    enter();
    try {
      staging.write(record);
    } catch (SinkException | InterruptedException | RuntimeException e) {
      poison(e);
      throw e;
    } finally {
      busy = null;
    }
  }

  /**
   * Ends the interval: when the future completes, everything written before is durable in the store
   * (idempotent), prepared (two-phase commit) or sealed in the log (write-ahead log). The next
   * interval begins before this method returns.
   *
   * @return what this writer gives to the checkpoint; fails with a {@link SinkException} if sealing
   *     fails
   * @throws SinkException if this or an earlier call failed; the writer is poisoned (SI-2)
   */
  public CompletableFuture<Barrier> barrier() throws SinkException, InterruptedException {
    enter();
    try {
      IntervalId ended = interval;
      CompletableFuture<Optional<Committable>> finished = staging.finish();
      interval = ended.next();
      staging.begin(interval);
      return finished
          .thenApply(committable -> barrier(ended, committable))
          .whenComplete(this::remember);
    } catch (SinkException | InterruptedException | RuntimeException e) {
      poison(e);
      throw e;
    } finally {
      busy = null;
    }
  }

  private static Barrier barrier(IntervalId ended, Optional<Committable> committable) {
    committable.ifPresent(named -> requireNamed(named, ended));
    return new Barrier(ended, committable);
  }

  private static void requireNamed(Committable committable, IntervalId ended) {
    if (!committable.interval().equals(ended)) {
      throw new ProtocolException(
          "SI-4", "prepare of " + ended + " returned a committable of " + committable.interval());
    }
  }

  private void remember(@Nullable Barrier barrier, @Nullable Throwable error) {
    if (error != null && failure == null) {
      failure =
          error instanceof CompletionException && error.getCause() != null
              ? error.getCause()
              : error;
    }
  }

  private void enter() throws SinkException {
    Thread caller = Thread.currentThread();
    if (busy != null && busy != caller) {
      throw new ProtocolException(
          "HO-3", "two threads are in the writer " + interval.writer() + " at once");
    }
    if (closed) {
      throw new ProtocolException("HO-3", "the writer " + interval.writer() + " is closed");
    }
    Throwable first = failure;
    if (first != null) {
      throw new SinkException(
          "Cannot go on with writer "
              + interval.writer()
              + ": it failed before (SI-2): "
              + first.getMessage(),
          first);
    }
    busy = caller;
  }

  private void poison(Throwable error) {
    if (failure == null) {
      failure = error;
    }
  }

  /**
   * Discards the open interval and frees the writer; leaves what is prepared or sealed alone
   * (T-11). A poisoned writer is freed without touching the store (SI-2). An interval that cannot
   * be discarded now is dangling, and recovery discards it. Idempotent.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (failure == null) {
        staging.discard();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SinkException | RuntimeException e) {
      LOG.warn("Interval {} stays open until recovery discards it: {}", interval, e.getMessage());
    } finally {
      staging.close();
    }
  }
}
