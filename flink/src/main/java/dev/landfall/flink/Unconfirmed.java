package dev.landfall.flink;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a writer has prepared and the store has not been seen to confirm: the part of its state that
 * a restore has to commit, in order. One thread at a time.
 *
 * <p>Flink never tells a writer that a checkpoint is complete, and a declined one leaves its
 * committables to the next that completes (HO-6). So everything is kept until the store itself says
 * that it is confirmed; it is asked only when the list has grown. Keeping one too many does no
 * harm, since committing it again is answered by its proof (T-4).
 */
final class Unconfirmed implements AutoCloseable {
  /** So few, and so small, are kept without asking: a normal interval costs no request. */
  static final int KEPT_UNASKED = 8;

  static final int KEPT_UNASKED_BYTES = 256 << 10;

  /**
   * More intervals than this cannot wait for their commit: the job restarts, which commits them.
   */
  static final int MAX = 64;

  private final WriterScope scope;
  private final Optional<Takeover> takeover;
  private final CommitterDriver committer;
  private final List<Committable> prepared = new ArrayList<>();
  private long bytes;

  private Unconfirmed(WriterScope scope, Optional<Takeover> takeover, CommitterDriver committer) {
    this.scope = scope;
    this.takeover = takeover;
    this.committer = committer;
  }

  static Unconfirmed of(OpenedSink opened, WriterScope scope)
      throws SinkException, InterruptedException {
    return new Unconfirmed(
        WriterScope.of(scope.writer()), takeover(opened.sink()), opened.committer());
  }

  private static Optional<Takeover> takeover(Sink sink) throws SinkException, InterruptedException {
    if (sink instanceof TwoPhaseCommitSink transactional) {
      return Optional.of(transactional.takeover());
    }
    return sink instanceof WriteAheadSink writeAhead
        ? Optional.of(writeAhead.takeover())
        : Optional.empty();
  }

  /**
   * Adds what was prepared now, and makes sure that everything before it can still be committed.
   *
   * @throws SinkException if something older can no longer be committed (HO-13), or if too many
   *     intervals wait for their commit (HO-14)
   */
  void add(Committable committable) throws SinkException, InterruptedException {
    if (prepared.size() >= KEPT_UNASKED || bytes > KEPT_UNASKED_BYTES) {
      forgetConfirmed();
      requireAlive();
    }
    if (prepared.size() >= MAX) {
      throw new SinkException(
          "Cannot prepare "
              + committable.interval()
              + ": "
              + prepared.size()
              + " intervals before it wait for their commit, expected fewer than "
              + MAX
              + ", HO-14 (find out why checkpoints do not complete)");
    }
    prepared.add(committable);
    bytes += committable.payload().length;
  }

  private void forgetConfirmed() throws SinkException, InterruptedException {
    if (takeover.isPresent()) {
      for (IntervalId confirmed : takeover.get().confirmed(scope)) {
        prepared.removeIf(one -> !one.interval().isAfter(confirmed));
      }
    }
    bytes = prepared.stream().mapToLong(one -> one.payload().length).sum();
  }

  private void requireAlive() throws SinkException, InterruptedException {
    committer.requireAlive(
        prepared.stream().map(one -> new Pending(Optional.empty(), one)).toList(), Duration.ZERO);
  }

  List<Committable> list() {
    return List.copyOf(prepared);
  }

  @Override
  public void close() {
    takeover.ifPresent(Takeover::close);
  }
}
