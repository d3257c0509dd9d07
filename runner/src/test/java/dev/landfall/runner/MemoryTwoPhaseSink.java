package dev.landfall.runner;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
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
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prepares and commits lists. */
record MemoryTwoPhaseSink(MemoryStore store, Faults faults) implements TwoPhaseCommitSink {
  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected) {
    return new Writer(generation, rejected);
  }

  private final class Writer implements TransactionWriter {
    private final Generation generation;
    private final RejectedRecords rejected;
    private final List<String> open = new ArrayList<>();
    private @Nullable IntervalId interval;

    private Writer(Generation generation, RejectedRecords rejected) {
      this.generation = generation;
      this.rejected = rejected;
    }

    @Override
    public void begin(IntervalId begun) {
      interval = begun;
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      faults.beforeWrite(record);
      Optional<String> reason = faults.reject(record);
      if (reason.isPresent()) {
        rejected.reject(record, reason.get());
      } else {
        open.add(MemoryStore.text(record));
      }
    }

    @Override
    public Optional<Committable> prepare() throws SinkException, InterruptedException {
      faults.beforePrepare();
      if (generation.isOlderThan(store.fenced())) {
        throw new FencedException("generation " + store.fenced() + " has taken over");
      }
      if (open.isEmpty()) {
        return Optional.empty();
      }
      store.prepare(interval, open);
      Committable committable = Committable.of(interval, 1, new byte[0], open.size(), "a list");
      open.clear();
      return Optional.of(committable);
    }

    @Override
    public void abort() {
      open.clear();
    }

    @Override
    public void close() {
      // Leaves what is prepared alone.
    }
  }

  @Override
  public Committer committer() {
    return new Committer() {
      @Override
      public CommitOutcome commit(Committable committable)
          throws SinkException, InterruptedException {
        faults.beforeCommit();
        CommitOutcome outcome = commitNow(committable.interval());
        faults.afterCommit();
        return outcome;
      }

      @Override
      public void abort(Committable committable) {
        throw new AssertionError("no host aborts what is in a checkpoint");
      }

      @Override
      public Liveness liveness(Committable committable) {
        return store.isPrepared(committable.interval()) || store.isConfirmed(committable.interval())
            ? Liveness.alive()
            : Liveness.gone("it is not there");
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  private CommitOutcome commitNow(IntervalId interval) {
    if (store.isConfirmed(interval)) {
      store.commit(interval, List.of());
      return CommitOutcome.alreadyCommitted("its confirmation is there");
    }
    if (!store.isPrepared(interval)) {
      return CommitOutcome.lost("the store does not know it");
    }
    store.commit(interval, store.prepared(interval));
    return CommitOutcome.committed();
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    faults.beforeTakeover();
    return new MemoryTakeover(store);
  }

  @Override
  public void close() {
    // The store outlives it.
  }
}
