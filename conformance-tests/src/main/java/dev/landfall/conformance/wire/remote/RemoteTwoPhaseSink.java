package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.conformance.wire.message.Messages;
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
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Optional;

/** A two-phase commit sink in another process. One thread at a time. */
record RemoteTwoPhaseSink(RemoteSink remote) implements TwoPhaseCommitSink {
  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    var call = Messages.object().put("call", "writer").put("generation", generation.value());
    call.set("writer", Messages.writer(id));
    return new Writer(remote.part(call, rejected), remote.handedOver());
  }

  @Override
  public Committer committer() throws SinkException, InterruptedException {
    return new RemoteCommitter(remote.part("committer"));
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return new RemoteTakeover(remote.part("takeover"));
  }

  @Override
  public Guarantee guarantee() {
    return remote.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return remote.preflight(terms);
  }

  @Override
  public void close() {
    remote.close();
  }

  private record Writer(RemotePart part, HandedOver handedOver) implements TransactionWriter {
    @Override
    public void begin(IntervalId interval) throws SinkException, InterruptedException {
      part.make(part.call("begin").put("interval", interval.toString()));
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      var call = part.call("write");
      call.set("record", handedOver.send(record));
      part.make(call);
    }

    @Override
    public Optional<Committable> prepare() throws SinkException, InterruptedException {
      return RemotePart.committable(part.make("prepare"));
    }

    @Override
    public void abort() throws SinkException, InterruptedException {
      part.make("abort");
    }

    @Override
    public void close() {
      part.close();
    }
  }

  private record RemoteCommitter(RemotePart part) implements Committer {
    @Override
    public CommitOutcome commit(Committable committable)
        throws SinkException, InterruptedException {
      return Messages.outcome(make("commit", committable));
    }

    @Override
    public void abort(Committable committable) throws SinkException, InterruptedException {
      make("abort", committable);
    }

    @Override
    public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
      return Messages.liveness(make("liveness", committable));
    }

    private JsonNode make(String name, Committable committable)
        throws SinkException, InterruptedException {
      return part.make(part.call(name).put("committable", Messages.committable(committable)));
    }

    @Override
    public void close() {
      part.close();
    }
  }
}
