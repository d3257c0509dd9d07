package dev.landfall.cli.kill;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.List;

/** Commits only what this process has prepared, fences, and leaves what is dangling. */
final class UnrecoveredSink implements TwoPhaseCommitSink {
  private final TwoPhaseCommitSink real;
  private volatile boolean writing;

  UnrecoveredSink(TwoPhaseCommitSink real) {
    this.real = real;
  }

  @Override
  public Guarantee guarantee() {
    return real.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return real.preflight(terms);
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    writing = true;
    return real.writer(id, generation, rejected);
  }

  @Override
  public Committer committer() throws SinkException, InterruptedException {
    Committer committer = real.committer();
    return new Committer() {
      @Override
      public CommitOutcome commit(Committable committable)
          throws SinkException, InterruptedException {
        return writing
            ? committer.commit(committable)
            : CommitOutcome.alreadyCommitted("believed, as many sinks do");
      }

      @Override
      public void abort(Committable committable) throws SinkException, InterruptedException {
        committer.abort(committable);
      }

      @Override
      public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
        return committer.liveness(committable);
      }

      @Override
      public void close() {
        committer.close();
      }
    };
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    Takeover takeover = real.takeover();
    return new Takeover() {
      @Override
      public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
        return takeover.newest(scope);
      }

      @Override
      public List<IntervalId> confirmed(WriterScope scope)
          throws SinkException, InterruptedException {
        return takeover.confirmed(scope);
      }

      @Override
      public void fence(WriterScope scope, Generation current)
          throws SinkException, InterruptedException {
        takeover.fence(scope, current);
      }

      @Override
      public List<String> abortDangling(WriterScope scope, Generation current) {
        return List.of();
      }

      @Override
      public void close() {
        takeover.close();
      }
    };
  }

  @Override
  public void close() {
    real.close();
  }
}
