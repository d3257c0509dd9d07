package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.log.TornSegmentException;
import dev.landfall.sdk.log.UnloggableRecordException;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The write-ahead log in another process. One thread at a time. */
record RemoteLog(RemotePart part, HandedOver handedOver) implements SegmentStore {
  @Override
  public SegmentWriter open(IntervalId interval) throws IOException {
    make(part.call("open").put("interval", interval.toString()));
    return new Writer(this, interval.toString());
  }

  @Override
  public Segment sealed(Committable committable) throws IOException {
    make(part.call("sealed").put("committable", Messages.committable(committable)));
    return new Sealed(committable);
  }

  @Override
  public void forget(Committable committable) throws IOException {
    make(part.call("forget").put("committable", Messages.committable(committable)));
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException {
    ObjectNode call = part.call("clear").put("generation", current.value());
    call.set("scope", Messages.scope(scope));
    call.set("retained", Messages.texts(retained));
    return Messages.texts(make(call));
  }

  @Override
  public void close() throws IOException {
    make(part.call("close"));
  }

  private JsonNode make(ObjectNode call) throws IOException {
    try {
      return part.make(call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (SinkException e) {
      throw new IOException(e.getMessage(), e);
    } catch (RemoteException e) {
      if (e.type().equals("TornSegmentException")) {
        throw new TornSegmentException(String.valueOf(e.getMessage()), e);
      }
      if (e.type().equals("UnloggableRecordException")) {
        throw new UnloggableRecordException(String.valueOf(e.getMessage()));
      }
      throw new IOException(e.getMessage(), e);
    }
  }

  private record Writer(RemoteLog log, String interval) implements SegmentWriter {
    @Override
    public void append(SinkRecord record) throws IOException {
      ObjectNode call = log.part.call("append").put("interval", interval);
      call.set("record", log.handedOver.send(record));
      log.make(call);
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      return RemotePart.committable(log.make(log.part.call("seal").put("interval", interval)));
    }

    @Override
    public void close() throws IOException {
      log.make(log.part.call("closeSegment").put("interval", interval));
    }
  }

  /** Its records stay where the sink is. */
  private record Sealed(Committable committable) implements Segment {
    @Override
    public SegmentReader open() throws IOException {
      throw new IOException("the records of " + committable + " are read where the sink is");
    }
  }
}
