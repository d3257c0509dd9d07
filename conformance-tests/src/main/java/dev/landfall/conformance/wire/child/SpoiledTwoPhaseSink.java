package dev.landfall.conformance.wire.child;

import dev.landfall.conformance.wire.Spoil;
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
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A good two-phase commit sink with one fault. One thread at a time. */
final class SpoiledTwoPhaseSink implements TwoPhaseCommitSink {
  private final TwoPhaseCommitSink good;
  private final Spoil spoil;

  /** Commits that were reported and not made. */
  private final List<Committable> owed = new ArrayList<>();

  private boolean writes;

  SpoiledTwoPhaseSink(TwoPhaseCommitSink good, Spoil spoil) {
    this.good = good;
    this.spoil = spoil;
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    writes = true;
    return new Writer(good.writer(id, generation, rejected));
  }

  @Override
  public Committer committer() throws SinkException, InterruptedException {
    return new Commits(good.committer());
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return spoil == Spoil.LEAVES_DANGLING ? new LeavesAll(good.takeover()) : good.takeover();
  }

  @Override
  public Guarantee guarantee() {
    return good.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return good.preflight(terms);
  }

  @Override
  public void close() {
    good.close();
  }

  private CommitOutcome commitNow(Committable committable)
      throws SinkException, InterruptedException {
    try (Committer committer = good.committer()) {
      return committer.commit(committable);
    }
  }

  private final class Writer implements TransactionWriter {
    private final TransactionWriter writer;
    private @Nullable SinkRecord kept;
    private @Nullable Committable prepared;

    Writer(TransactionWriter writer) {
      this.writer = writer;
    }

    @Override
    public void begin(IntervalId interval) throws SinkException, InterruptedException {
      writer.begin(interval);
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      SinkRecord before = kept;
      if (spoil != Spoil.LAST_RECORD_IS_LATE) {
        writer.write(record);
        return;
      }
      kept = record;
      if (before != null) {
        writer.write(before);
      }
    }

    @Override
    public Optional<Committable> prepare() throws SinkException, InterruptedException {
      Optional<Committable> committable = writer.prepare();
      prepared = committable.orElse(null);
      if (spoil == Spoil.COMMITS_AT_PREPARE && committable.isPresent()) {
        commitNow(committable.get());
      }
      return committable;
    }

    @Override
    public void abort() throws SinkException, InterruptedException {
      writer.abort();
    }

    @Override
    public void close() {
      writer.close();
      Committable last = prepared;
      if (spoil == Spoil.CLOSE_COMMITS && last != null) {
        try {
          commitNow(last);
        } catch (SinkException e) {
          throw new IllegalStateException(e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private final class Commits implements Committer {
    private final Committer committer;

    Commits(Committer committer) {
      this.committer = committer;
    }

    @Override
    public CommitOutcome commit(Committable committable)
        throws SinkException, InterruptedException {
      if (spoil == Spoil.FORGETS_RESTORED && !writes) {
        return CommitOutcome.committed();
      }
      if (spoil == Spoil.REPORTS_BEFORE_REPLY) {
        for (Committable one : owed) {
          committer.commit(one);
        }
        owed.clear();
        owed.add(committable);
        return CommitOutcome.committed();
      }
      CommitOutcome outcome = committer.commit(committable);
      if (spoil == Spoil.SECOND_COMMIT_THROWS
          && outcome.kind() == CommitOutcome.Kind.ALREADY_COMMITTED) {
        throw new SinkException("Cannot commit " + committable + ": there is no such transaction");
      }
      return outcome;
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
  }

  private record LeavesAll(Takeover takeover) implements Takeover {
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
  }
}
