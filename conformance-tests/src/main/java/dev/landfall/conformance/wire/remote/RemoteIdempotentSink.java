package dev.landfall.conformance.wire.remote;

import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;

/** An idempotent sink in another process. One thread at a time. */
record RemoteIdempotentSink(RemoteSink remote) implements IdempotentSink {
  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    var call = Messages.object().put("call", "writer");
    call.set("writer", Messages.writer(id));
    return new Writer(remote.part(call, rejected), remote.handedOver());
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

  private record Writer(RemotePart part, HandedOver handedOver) implements IdempotentWriter {
    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      var call = part.call("write");
      call.set("record", handedOver.send(record));
      part.make(call);
    }

    @Override
    public void flush() throws SinkException, InterruptedException {
      part.make("flush");
    }

    @Override
    public void close() {
      part.close();
    }
  }
}
