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
import java.util.function.Supplier;

/**
 * What a sink says of itself before anything is written. Immutable, thread-safe.
 *
 * @param contract which outcome table holds
 * @param declared the weaknesses that it claims, each with a sentence
 * @param misspelling what it says to a misspelt key of its section; empty if there is no key
 * @param confided what it is told in confidence
 */
record SinkFacts(
    Contract contract,
    Map<Weakness, String> declared,
    Optional<Misspelling> misspelling,
    Confided confided) {
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
            call ->
                call(
                    child,
                    mailbox,
                    call,
                    () -> children.lastSaid(place.space().secrets().values())),
            open.deepCopy(),
            new HandedOver(place.space()::shape),
            () -> {});
    sink.sink().close();
    children.giveBack(child);
    return new SinkFacts(
        sink.contract(),
        sink.guarantee().declared(),
        misspell(open, children, place.space()),
        Confided.of(place.space().secrets().values()));
  }

  /** Opens it once more, in a process of its own, with a key that nobody knows. */
  private static Optional<Misspelling> misspell(
      ObjectNode open, Children children, StoreSpace space) throws InterruptedException {
    ObjectNode misspelt = open.deepCopy();
    Optional<String> meant = misspell((ObjectNode) misspelt.path("sink"));
    if (meant.isEmpty()) {
      return Optional.empty();
    }
    Child child = children.take();
    Mailbox mailbox = new Mailbox();
    child.attach(mailbox);
    List<String> errors = new ArrayList<>();
    try {
      RemoteSink.open(
          // What a process says as it dies may name the key by chance: that tells nobody anything.
          call -> call(child, mailbox, call, () -> ""),
          misspelt,
          new HandedOver(space::shape),
          () -> {});
    } catch (SinkException e) {
      errors.add(String.valueOf(e.getMessage()));
    } finally {
      child.kill();
    }
    return Optional.of(new Misspelling(misspelt(meant.get()), meant.get(), errors));
  }

  /**
   * Gives the longest key a second time, with one letter too many. The right one stays: without it,
   * a sink that ignores the other would tell that it is missing, and so name it.
   *
   * @return the key
   */
  static Optional<String> misspell(ObjectNode section) {
    Optional<String> meant =
        section.properties().stream()
            .map(Map.Entry::getKey)
            .filter(key -> !key.equals("type"))
            .max(Comparator.comparingInt(String::length));
    meant.ifPresent(key -> section.set(misspelt(key), section.path(key).deepCopy()));
    return meant;
  }

  private static String misspelt(String key) {
    return key + "x";
  }

  private static JsonNode call(
      Child child, Mailbox mailbox, ObjectNode call, Supplier<String> lastSaid)
      throws SinkException, InterruptedException {
    child.send(call);
    Arrival arrival = mailbox.poll(ANSWER_MILLIS);
    if (!(arrival instanceof Arrival.Line line)) {
      throw new SinkException(
          "Cannot open the sink: its process "
              + (arrival == null ? "did not answer within " + ANSWER_MILLIS / 1000 + " s" : "ended")
              + lastSaid.get());
    }
    JsonNode answer = Messages.read(line.text());
    if (answer.has("error")) {
      throw new SinkException(
          "Cannot open the sink: " + answer.path("error").path("message").asText());
    }
    return answer.path("result");
  }
}
