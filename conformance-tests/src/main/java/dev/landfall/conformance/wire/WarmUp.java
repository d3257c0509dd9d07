package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process does while it stands ready: it opens the sink and takes a record all the way, in a
 * place of the store that no run looks at. Each has a pipeline of its own, so that none fences
 * another. One thread at a time.
 */
final class WarmUp implements AutoCloseable {
  private final WireSubject subject;
  private final String name;
  private final StoreSpace space;

  private WarmUp(WireSubject subject, String name, StoreSpace space) {
    this.subject = subject;
    this.name = name;
    this.space = space;
  }

  /** Makes the place; {@code name} begins the names of its pipelines. */
  static WarmUp in(WireSubject subject, String name) throws Exception {
    return new WarmUp(subject, name, subject.driver().space(name));
  }

  StoreSpace space() {
    return space;
  }

  /** Opens the sink of one pipeline, without a proxy. */
  ObjectNode open(int number) {
    ObjectNode open =
        Messages.object().put("call", "open").put("log", subject.folder().resolve(name).toString());
    open.set("sink", Messages.tree(space.sink(address -> address)));
    open.set("secrets", Messages.tree(space.secrets()));
    subject.spoil().ifPresent(spoil -> open.put("spoil", spoil.word()));
    open.putObject("context")
        .put("pipeline", pipeline(number))
        .put("sink", "out")
        .put("instance", pipeline(number))
        .put("seed", 1);
    return open;
  }

  /** Begins as the pipelines of runs do in their places, so that closing the place ends it. */
  private String pipeline(int number) {
    return name + "a" + number;
  }

  /** What most processes do anyway. A sink with a fault on top of it may never come to an end. */
  List<ObjectNode> calls(int number) {
    List<ObjectNode> calls = new ArrayList<>();
    calls.add(open(number));
    if (subject.driver().preflightMeetsWhatIsLeft()) {
      calls.add(
          Messages.object()
              .put("call", "preflight")
              .put("intervalMillis", 1_000)
              .put("downtimeMillis", 1_000)
              .put("parallelism", 1));
    }
    if (subject.spoil().isEmpty()) {
      calls.add(rehearse(number));
    }
    calls.add(Messages.object().put("call", "close"));
    return calls;
  }

  private ObjectNode rehearse(int number) {
    SinkRecord record =
        space.shape(
            SinkRecord.put(Value.of("as0"), Value.of("s0:0")).at(SourcePosition.of("s0", 0)));
    ObjectNode rehearse = Messages.object().put("call", "rehearse");
    rehearse.set("writer", Messages.writer(new SinkId(pipeline(number), "out").writer(0)));
    rehearse.set("record", Records.write(record));
    return rehearse;
  }

  @Override
  public void close() {
    space.close();
  }
}
