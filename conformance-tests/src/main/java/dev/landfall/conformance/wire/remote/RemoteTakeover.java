package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.util.List;

/** A take-over in another process. One thread at a time. */
record RemoteTakeover(RemotePart part) implements Takeover {
  @Override
  public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    return Messages.generation(make("newest", scope, Generation.NONE));
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException {
    return Messages.intervals(make("confirmed", scope, Generation.NONE));
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    make("fence", scope, current);
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    return Messages.texts(make("abortDangling", scope, current));
  }

  private JsonNode make(String name, WriterScope scope, Generation generation)
      throws SinkException, InterruptedException {
    var call = part.call(name).put("generation", generation.value());
    call.set("scope", Messages.scope(scope));
    return part.make(call);
  }

  @Override
  public void close() {
    part.close();
  }
}
