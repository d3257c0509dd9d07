package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.Spoil;
import dev.landfall.conformance.wire.SpoiledSinkProvider;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the protocol: those of the sink here, those of what it makes in classes of their
 * own, found by the number under which they were made. One thread at a time.
 */
final class SinkCalls {
  /** Calls of one thing that a sink has made. */
  interface Part {
    JsonNode make(String call, JsonNode message) throws Exception;
  }

  private final Consumer<JsonNode> say;
  private final ChildTime time = new ChildTime();
  private final Map<Integer, Part> parts = new HashMap<>();
  private @Nullable Sink sink;
  private @Nullable SegmentStore log;
  private int numbers;

  SinkCalls(Consumer<JsonNode> say) {
    this.say = say;
  }

  JsonNode make(JsonNode message) throws Exception {
    String call = message.path("call").asText();
    if (message.has("on")) {
      Part part = parts.get(message.path("on").asInt());
      if (part == null) {
        throw new IllegalArgumentException("Cannot " + call + ": no part " + message.path("on"));
      }
      return part.make(call, message);
    }
    return switch (call) {
      case "open" -> open(message);
      case "preflight" -> preflight(message);
      case "check" -> check(message);
      case "rehearse" -> rehearse(message);
      case "writer" -> part(writer(message));
      case "committer" -> part(new CommitterCalls(twoPhase().committer()));
      case "publisher" -> part(new PublisherCalls(writeAhead().publisher(rejected()), log()));
      case "takeover" -> part(takeover());
      case "log" -> part(new LogCalls(log()));
      case "jump" -> time.jump(Duration.ofMillis(message.path("millis").asLong()));
      case "close" -> close();
      default -> throw new IllegalArgumentException("Cannot make the call '" + call + "'");
    };
  }

  private JsonNode part(Part part) {
    parts.put(++numbers, part);
    return Messages.object().put("part", numbers);
  }

  private JsonNode open(JsonNode message) throws Exception {
    close();
    Sink opened = spoiled(ChildConnectors.open(message, time), message);
    sink = opened;
    if (opened instanceof WriteAheadSink writeAhead) {
      Optional<SegmentStore> own = writeAhead.log();
      log =
          own.isPresent()
              ? own.get()
              : new LocalSegmentStore(Path.of(message.path("log").asText()));
    }
    return describe(opened);
  }

  private static Sink spoiled(Sink good, JsonNode message) {
    if (!message.has("spoil")) {
      return good;
    }
    Spoil spoil = Spoil.of(message.path("spoil").asText());
    for (SpoiledSinkProvider provider : ServiceLoader.load(SpoiledSinkProvider.class)) {
      if (provider.spoils().contains(spoil)) {
        return provider.open(spoil, good, ChildConnectors.texts(message));
      }
    }
    return wrapped(good, spoil);
  }

  private static Sink wrapped(Sink good, Spoil spoil) {
    if (good instanceof TwoPhaseCommitSink twoPhase) {
      return new SpoiledTwoPhaseSink(twoPhase, spoil);
    }
    if (good instanceof IdempotentSink idempotent) {
      return new SpoiledIdempotentSink(idempotent, spoil);
    }
    return new SpoiledWriteAheadSink((WriteAheadSink) good);
  }

  private static ObjectNode describe(Sink sink) {
    Guarantee guarantee = sink.guarantee();
    ObjectNode description =
        Messages.object()
            .put(
                "contract",
                sink instanceof TwoPhaseCommitSink
                    ? "2pc"
                    : sink instanceof WriteAheadSink ? "wal" : "idempotent")
            .put("level", guarantee.level().toString())
            .put("reader", guarantee.reader());
    description.set("conditions", Messages.texts(guarantee.conditions()));
    ObjectNode declared = description.putObject("declared");
    guarantee.declared().forEach((weakness, why) -> declared.put(weakness.name(), why));
    return description;
  }

  private JsonNode preflight(JsonNode message) throws InterruptedException {
    PipelineTerms terms =
        new PipelineTerms(
            Guarantee.Level.EXACTLY_ONCE,
            Duration.ofMillis(message.path("intervalMillis").asLong()),
            Duration.ofMillis(message.path("downtimeMillis").asLong()),
            message.path("parallelism").asInt(),
            true);
    ObjectNode result = Messages.object();
    ArrayNode findings = result.putArray("findings");
    for (Finding finding : sink().preflight(terms)) {
      findings
          .addObject()
          .put("severity", finding.severity().name())
          .put("what", finding.what())
          .put("remedy", finding.remedy());
    }
    return result;
  }

  private JsonNode rehearse(JsonNode message) throws Exception {
    WriterId writer = Messages.writer(message.path("writer"));
    new Rehearsal(writer, Records.read(message.path("record"))).of(sink(), log);
    return NullNode.getInstance();
  }

  private JsonNode check(JsonNode message) {
    return writeAhead()
        .check(Records.read(message.path("record")))
        .map(reason -> (JsonNode) Messages.object().put("refused", reason))
        .orElse(Messages.object());
  }

  private Part writer(JsonNode message) throws Exception {
    WriterId id = Messages.writer(message.path("writer"));
    if (sink() instanceof IdempotentSink idempotent) {
      return new IdempotentCalls(idempotent.writer(id, rejected()));
    }
    return new TransactionCalls(
        twoPhase().writer(id, Messages.generation(message.path("generation")), rejected()));
  }

  private Part takeover() throws Exception {
    return new TakeoverCalls(
        sink() instanceof WriteAheadSink writeAhead
            ? writeAhead.takeover()
            : twoPhase().takeover());
  }

  /** Told before the answer to the call in which it was found. */
  private RejectedRecords rejected() {
    return (SinkRecord record, String reason) ->
        say.accept(
            Messages.object()
                .put("rejected", record.position().split() + ":" + record.position().offset())
                .put("reason", reason));
  }

  private Sink sink() {
    Sink opened = sink;
    if (opened == null) {
      throw new IllegalStateException("no sink is open");
    }
    return opened;
  }

  private TwoPhaseCommitSink twoPhase() {
    return (TwoPhaseCommitSink) sink();
  }

  private WriteAheadSink writeAhead() {
    return (WriteAheadSink) sink();
  }

  private SegmentStore log() {
    SegmentStore opened = log;
    if (opened == null) {
      throw new IllegalStateException("the sink keeps no log");
    }
    return opened;
  }

  private JsonNode close() throws Exception {
    parts.clear();
    if (log != null) {
      log.close();
      log = null;
    }
    if (sink != null) {
      sink.close();
      sink = null;
    }
    return NullNode.getInstance();
  }
}
