package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the three contracts have in common, for an opened sink. One thread at a time.
 *
 * @param caller makes its calls
 * @param guarantee as it was told when it was opened
 * @param contract which of the three it is
 * @param handedOver where records go that the sink has rejected
 * @param released called once, when it is closed
 */
public record RemoteSink(
    Caller caller,
    Guarantee guarantee,
    Contract contract,
    HandedOver handedOver,
    Runnable released) {
  /** Opens the sink in its process. */
  public static RemoteSink open(
      Caller caller, ObjectNode open, HandedOver handedOver, Runnable released)
      throws SinkException, InterruptedException {
    JsonNode told = caller.make(open);
    return new RemoteSink(caller, guarantee(told), contract(told), handedOver, released);
  }

  /** The same as the sdk sees it. */
  public Sink sink() {
    return switch (contract) {
      case IDEMPOTENT -> new RemoteIdempotentSink(this);
      case TWO_PHASE -> new RemoteTwoPhaseSink(this);
      case WRITE_AHEAD -> new RemoteWriteAheadSink(this);
    };
  }

  private static Contract contract(JsonNode told) {
    String word = told.path("contract").asText();
    for (Contract contract : Contract.values()) {
      if (contract.word().equals(word)) {
        return contract;
      }
    }
    throw new IllegalArgumentException("Cannot test a sink with the contract '" + word + "'");
  }

  private static Guarantee guarantee(JsonNode told) {
    Map<Weakness, String> declared = new EnumMap<>(Weakness.class);
    told.path("declared")
        .properties()
        .forEach(one -> declared.put(Weakness.valueOf(one.getKey()), one.getValue().asText()));
    return new Guarantee(
        Guarantee.Level.valueOf(
            told.path("level").asText().toUpperCase(Locale.ROOT).replace('-', '_')),
        told.path("reader").asText(),
        Messages.texts(told.path("conditions")),
        declared);
  }

  List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    ObjectNode call =
        Messages.object()
            .put("call", "preflight")
            .put("intervalMillis", terms.checkpointInterval().toMillis())
            .put("downtimeMillis", terms.toleratedDowntime().toMillis())
            .put("parallelism", terms.parallelism());
    try {
      List<Finding> findings = new ArrayList<>();
      caller
          .make(call)
          .path("findings")
          .forEach(
              one ->
                  findings.add(
                      new Finding(
                          Finding.Severity.valueOf(one.path("severity").asText()),
                          one.path("what").asText(),
                          one.path("remedy").asText())));
      return findings;
    } catch (SinkException e) {
      throw new RemoteException(e.getClass().getSimpleName(), e.getMessage());
    }
  }

  RemotePart part(String name) throws SinkException, InterruptedException {
    return RemotePart.make(caller, Messages.object().put("call", name));
  }

  RemotePart part(ObjectNode call, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    handedOver.tell(rejected);
    return RemotePart.make(caller, call);
  }

  void close() {
    try {
      caller.make(Messages.object().put("call", "close"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SinkException e) {
      throw new RemoteException(e.getClass().getSimpleName(), e.getMessage());
    } finally {
      released.run();
    }
  }
}
