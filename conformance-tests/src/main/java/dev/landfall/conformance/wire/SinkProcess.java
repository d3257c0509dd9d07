package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.WireLine.Direction;
import dev.landfall.conformance.wire.protocol.Request;
import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Mailbox;
import dev.landfall.conformance.wire.proxy.Proxy;
import dev.landfall.conformance.wire.proxy.Transcript;
import dev.landfall.conformance.wire.remote.Caller;
import dev.landfall.conformance.wire.remote.HandedOver;
import dev.landfall.conformance.wire.remote.RemoteException;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One start of a host with its process and its proxy: makes calls, and serves what arrives while it
 * waits for their answers. One thread at a time.
 *
 * <p><b>Protocol.</b> A request waits at the proxy until it is served here. It gets its address,
 * the planned fault happens or it goes on to the store; its reply waits as well, the observer
 * looks, and then the client gets it. Whose turn it is, {@link Traffic} says.
 */
final class SinkProcess implements Caller {
  private static final long ANSWER_MILLIS = 40_000;
  private static final long GHOST_MILLIS = 6_000;
  private static final long TICK_MILLIS = 50;
  private static final int MOST_AT_ONCE = 1000;

  private final Gate gate;
  private final Instance instance;
  private final Child child;
  private final Proxy proxy;
  private final Traffic traffic;
  private final Transcript transcript;
  private final HandedOver handedOver;
  private final SecretWatch secrets;
  private final WireFaults faults;
  private long awaited;
  private @Nullable JsonNode answer;

  /** Since when the process has had nothing else to answer first. */
  private long awaitedSince;

  private boolean exited;

  /** The request that is being served; a kill leaves it without a decision. */
  private Arrival.@Nullable Held inHand;

  private boolean chained = true;

  SinkProcess(
      Gate gate,
      Instance instance,
      Child child,
      Proxy proxy,
      Mailbox mailbox,
      Transcript transcript,
      HandedOver handedOver,
      SecretWatch secrets,
      WireFaults faults) {
    this.gate = gate;
    this.instance = instance;
    this.child = child;
    this.proxy = proxy;
    this.traffic = new Traffic(mailbox);
    this.transcript = transcript;
    this.handedOver = handedOver;
    this.secrets = secrets;
    this.faults = faults;
  }

  Gate gate() {
    return gate;
  }

  Instance instance() {
    return instance;
  }

  Child child() {
    return child;
  }

  Proxy proxy() {
    return proxy;
  }

  SecretWatch secrets() {
    return secrets;
  }

  Traffic traffic() {
    return traffic;
  }

  /** Whether the process may hold another sink when this one is closed. */
  boolean isChained() {
    return chained;
  }

  void unchain() {
    chained = false;
  }

  @Override
  public JsonNode make(ObjectNode call) throws SinkException, InterruptedException {
    instance.requireAlive();
    answer = null;
    awaited = child.send(call);
    awaitedSince = System.nanoTime();
    while (answer == null) {
      requireRunning();
      long passed = millisSince(awaitedSince);
      if (passed > ANSWER_MILLIS) {
        unchain();
        throw new SinkException(
            String.format(
                "No answer to %s within %d s; the last on the wire: %s",
                call.path("call").asText(),
                ANSWER_MILLIS / 1000,
                transcript.lastOf(instance.number())));
      }
      if (passed > GHOST_MILLIS) {
        faults.deliverGhosts();
      }
      serve(TICK_MILLIS);
    }
    secrets.lookAtLog();
    return result(answer);
  }

  private void requireRunning() {
    if (exited) {
      unchain();
      throw new RemoteException("Exited", "the process under test has ended by itself");
    }
  }

  /** Serves what arrives for a while. */
  void serveFor(long millis) throws InterruptedException {
    long start = System.nanoTime();
    while (millisSince(start) < millis) {
      serve(Math.max(1, Math.min(TICK_MILLIS, millis - millisSince(start))));
    }
  }

  /** Serves what arrives until for a while nothing has, or the longest time is over. */
  void serveUntilQuiet(long quietMillis, long longestMillis) throws InterruptedException {
    long start = System.nanoTime();
    long last = start;
    while (millisSince(start) < longestMillis
        && (traffic.awaits() || millisSince(last) < quietMillis)) {
      last = serve(1) ? System.nanoTime() : last;
    }
  }

  /** Serves what has arrived, and waits for the reply to what is on its way. */
  void serveArrived() throws InterruptedException {
    boolean more = true;
    for (int i = 0; i < MOST_AT_ONCE && more; i++) {
      more = serve(traffic.awaits() ? TICK_MILLIS : 0);
    }
  }

  private static long millisSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }

  /** A client that has not given up takes the late reply as it takes any other. */
  private void stillAwaited(Arrival.Answer answer) {
    if (answer.held().link().isOpen()) {
      tell(answer);
    }
  }

  private void tell(Arrival.Answer answer) {
    Request request = answer.held().request();
    List<String> failed =
        answer.reply().refused().stream()
            .flatMap(part -> RecordNames.in(part, request.access(), handedOver.deletes()).stream())
            .toList();
    gate.answered(answer.held().op(), answer.reply().error(), failed);
  }

  private boolean serve(long millis) throws InterruptedException {
    for (Arrival.Answer due : traffic.due()) {
      stillAwaited(due);
      due.forward();
    }
    for (var spoken = traffic.spoken(); spoken.isPresent(); spoken = traffic.spoken()) {
      forward(spoken.get());
    }
    Arrival arrival = traffic.next(millis);
    if (arrival instanceof Arrival.Held held) {
      request(held);
    } else if (arrival instanceof Arrival.Answer reply) {
      reply(reply);
    } else if (arrival instanceof Arrival.Broken broken) {
      broken(broken);
    } else if (arrival instanceof Arrival.Line line) {
      line(secrets.read(line.text()));
    } else if (arrival instanceof Arrival.Exited) {
      exited = true;
      requireRunning();
    }
    return arrival != null;
  }

  private void line(JsonNode message) {
    if (message.has("rejected")) {
      handedOver.reject(message.path("rejected").asText(), message.path("reason").asText());
    } else if (message.path("id").asLong() == awaited) {
      answer = message;
    } else {
      awaitedSince = System.nanoTime();
    }
  }

  private static JsonNode result(JsonNode answer) throws SinkException {
    if (!answer.has("error")) {
      return answer.path("result");
    }
    String type = answer.path("error").path("type").asText();
    String message = answer.path("error").path("message").asText();
    switch (type) {
      case "StoreUnavailableException" -> throw new StoreUnavailableException(message);
      case "FencedException" -> throw new FencedException(message);
      case "SinkException" -> throw new SinkException(message);
      default -> throw new RemoteException(type, message);
    }
  }

  // ---- what passes the proxy

  private void request(Arrival.Held held) {
    inHand = held;
    var request = held.request();
    List<String> records = RecordNames.in(request.bytes(), request.access(), handedOver.deletes());
    held.number(
        gate.send(
            instance, request.access(), request.verb(), faults.name(request.name()), records));
    Address at = gate.where(held.op());
    faults.note(at);
    Optional<Fault> fault = gate.deliver(held.op());
    note(held, at, fault.map(Fault::name).orElse(""));
    if (fault.isPresent()) {
      faults.suffer(fault.get(), this, held);
    } else {
      forward(held);
    }
    inHand = null;
    instance.requireAlive();
  }

  private void note(Arrival.Held held, Address at, String note) {
    transcript.add(
        instance.number(),
        held.link().number(),
        Direction.REQUEST,
        at.toString(),
        held.request().toString(),
        held.request().bytes().length,
        note);
  }

  void forward(Arrival.Held held) {
    if (pass(held)) {
      traffic.await(held);
    } else {
      gate.answered(held.op(), "the connection is closed", List.of());
    }
  }

  /** Lets it reach the store. False if the connection is gone. */
  boolean pass(Arrival.Held held) {
    boolean passed = held.forward();
    if (passed) {
      faults.storeMayChange(held.request().access());
      traffic.reached(held);
    }
    return passed;
  }

  private void answered(Arrival.Held held) {
    traffic.answered(held);
    faults.storeMayChange(held.request().access());
  }

  private void reply(Arrival.Answer answer) {
    note(answer);
    answered(answer.held());
    if (answer.reply().error().isEmpty()) {
      gate.applied(answer.held().op());
    }
    tell(answer);
    answer.forward();
  }

  void note(Arrival.Answer answer) {
    transcript.add(
        instance.number(),
        answer.held().link().number(),
        Direction.REPLY,
        "",
        answer.held().request().verb()
            + (answer.reply().error().isEmpty() ? done(answer) : " " + answer.reply().error()),
        answer.reply().bytes().length,
        "");
  }

  private static String done(Arrival.Answer answer) {
    int refused = answer.reply().refused().size();
    return refused == 0 ? " done" : " done but for " + refused + " of its parts";
  }

  private void broken(Arrival.Broken broken) {
    traffic
        .broken(broken.link())
        .ifPresent(held -> gate.answered(held.op(), "the connection was closed", List.of()));
  }

  /** Waits for the reply to a request that was forwarded; null if none comes. */
  Arrival.@Nullable Answer awaitReply(Arrival.Held held, long millis) throws InterruptedException {
    long start = System.nanoTime();
    while (millisSince(start) < millis) {
      Arrival arrival = traffic.any(TICK_MILLIS);
      if (arrival instanceof Arrival.Answer answer && answer.held() == held) {
        note(answer);
        answered(held);
        return answer;
      } else if (arrival instanceof Arrival.Answer other) {
        reply(other);
      } else if (arrival instanceof Arrival.Held other) {
        traffic.defer(other);
      } else if (arrival instanceof Arrival.Broken broken && broken.link() == held.link()) {
        return null;
      } else if (arrival instanceof Arrival.Line line) {
        line(secrets.read(line.text()));
      } else if (arrival instanceof Arrival.Exited) {
        exited = true;
      }
    }
    return null;
  }

  /** Lets go of whatever waits, so that no thread of the proxy does for ever. */
  void letGo() throws InterruptedException {
    if (inHand != null) {
      inHand.drop();
      inHand = null;
    }
    traffic.letGo();
  }
}
