package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.host.Misspelling;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Mailbox;
import dev.landfall.conformance.wire.remote.HandedOver;
import dev.landfall.conformance.wire.remote.RemoteSink;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a sink says of itself before anything is written. Immutable, thread-safe.
 *
 * @param contract which outcome table holds
 * @param declared the weaknesses that it claims, each with a sentence
 * @param misspelling what it says to a misspelt key of its section; empty if there is no key
 */
record SinkFacts(
    Contract contract, Map<Weakness, String> declared, Optional<Misspelling> misspelling) {
  private static final long ANSWER_MILLIS = 30_000;

  /** Opens the sink without a proxy and without a fault on top, and closes it again. */
  static SinkFacts ask(Children children, WarmUp place) throws Exception {
    Child child = children.take();
    Mailbox mailbox = new Mailbox();
    child.attach(mailbox);
    ObjectNode open = place.open(0);
    open.remove("spoil");
    RemoteSink sink =
        RemoteSink.open(
            call -> call(child, mailbox, call),
            open.deepCopy(),
            new HandedOver(place.space()::shape),
            () -> {});
    sink.sink().close();
    children.giveBack(child);
    return new SinkFacts(
        sink.contract(), sink.guarantee().declared(), misspell(open, children, place.space()));
  }

  /** Opens it once more, in a process of its own, with one letter too many in a key. */
  private static Optional<Misspelling> misspell(
      ObjectNode open, Children children, StoreSpace space) throws InterruptedException {
    ObjectNode misspelt = open.deepCopy();
    ObjectNode section = (ObjectNode) misspelt.path("sink");
    Optional<String> meant =
        section.properties().stream()
            .map(Map.Entry::getKey)
            .filter(key -> !key.equals("type"))
            .max(Comparator.comparingInt(String::length));
    if (meant.isEmpty()) {
      return Optional.empty();
    }
    String key = meant.get() + "x";
    section.set(key, section.remove(meant.get()));
    Child child = children.take();
    Mailbox mailbox = new Mailbox();
    child.attach(mailbox);
    List<String> errors = new ArrayList<>();
    try {
      RemoteSink.open(
          call -> call(child, mailbox, call), misspelt, new HandedOver(space::shape), () -> {});
    } catch (SinkException e) {
      errors.add(String.valueOf(e.getMessage()));
    } finally {
      child.kill();
    }
    return Optional.of(new Misspelling(key, meant.get(), errors));
  }

  private static JsonNode call(Child child, Mailbox mailbox, ObjectNode call)
      throws SinkException, InterruptedException {
    child.send(call);
    Arrival arrival = mailbox.poll(ANSWER_MILLIS);
    if (!(arrival instanceof Arrival.Line line)) {
      throw new SinkException(
          "Cannot open the sink: its process "
              + (arrival == null ? "did not answer" : "ended")
              + " (see sink.log)");
    }
    JsonNode answer = Messages.read(line.text());
    if (answer.has("error")) {
      throw new SinkException(
          "Cannot open the sink: " + answer.path("error").path("message").asText());
    }
    return answer.path("result");
  }
}
