package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Optional;

/**
 * A write-ahead sink in another process, with its log in that process too: a kill tears both. One
 * thread at a time.
 */
record RemoteWriteAheadSink(RemoteSink remote) implements WriteAheadSink {
  @Override
  public Optional<String> check(SinkRecord record) {
    var call = Messages.object().put("call", "check");
    call.set("record", remote.handedOver().send(record));
    try {
      JsonNode result = remote.caller().make(call);
      return result.has("refused")
          ? Optional.of(result.path("refused").asText())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RemoteException("InterruptedException", "interrupted while a record was checked");
    } catch (SinkException e) {
      throw new RemoteException(e.getClass().getSimpleName(), e.getMessage());
    }
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected)
      throws SinkException, InterruptedException {
    return new Publisher(remote.part(Messages.object().put("call", "publisher"), rejected));
  }

  @Override
  public Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return Optional.of(new RemoteLog(remote.part("log"), remote.handedOver()));
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

  private record Publisher(RemotePart part) implements SegmentPublisher {
    @Override
    public CommitOutcome publish(Segment segment) throws SinkException, InterruptedException {
      return Messages.outcome(
          part.make(
              part.call("publish")
                  .put("committable", Messages.committable(segment.committable()))));
    }

    @Override
    public void close() {
      part.close();
    }
  }
}
