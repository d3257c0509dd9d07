package dev.landfall.cli.kill;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import java.util.List;

/** A real sink whose process halts, as by SIGKILL, at a step of the first checkpoint. */
record DyingSink(TwoPhaseCommitSink real, FaultyHost.Fault fault) implements TwoPhaseCommitSink {
  /** As a shell tells it of SIGKILL: 128 and 9. */
  static final int KILLED = 137;

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
    return real.writer(id, generation, rejected);
  }

  @Override
  public Committer committer() throws SinkException, InterruptedException {
    Committer committer = real.committer();
    return new Committer() {
      @Override
      public CommitOutcome commit(Committable committable)
          throws SinkException, InterruptedException {
        if (fault == FaultyHost.Fault.NO_COMMIT) {
          Runtime.getRuntime().halt(KILLED);
        }
        return committer.commit(committable);
      }

      @Override
      public void abort(Committable committable) throws SinkException, InterruptedException {
        committer.abort(committable);
      }

      @Override
      public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
        if (fault == FaultyHost.Fault.NO_CHECKPOINT) {
          Runtime.getRuntime().halt(KILLED);
        }
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
    return real.takeover();
  }

  @Override
  public void close() {
    real.close();
  }
}
