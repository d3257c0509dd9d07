package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Bench.Connections;
import dev.landfall.conformance.host.Unjudged;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets a fault happen to a request that the proxy holds. One thread at a time.
 *
 * <p>A kill happens while the bytes are held, and is waited for, so what the store gets is known to
 * the byte. A ghost is a request whose client is dead and whose connection lives on, as a proxy or
 * load balancer in between would have it.
 */
final class WireFaults {
  /** So much longer than its client waits. */
  private static final long LATER_MILLIS = 2_500;

  private static final long REPLY_MILLIS = 10_000;
  private static final long GHOST_REPLY_MILLIS = 3_000;

  private final WireBench bench;
  private final List<Ghost> ghosts = new ArrayList<>();

  private record Ghost(SinkProcess process, Arrival.Held held) {}

  WireFaults(WireBench bench) {
    this.bench = bench;
  }

  String name(String name) {
    return bench.name(name);
  }

  void note(Address at) {
    bench.note(at);
  }

  void storeMayChange(Access access) {
    bench.storeMayChange(access);
  }

  boolean keeps(Link link) {
    return ghosts.stream().anyMatch(ghost -> ghost.held.link() == link);
  }

  int ghosts() {
    return ghosts.size();
  }

  void suffer(Fault fault, SinkProcess process, Arrival.Held held) {
    try {
      happen(fault, process, held);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void happen(Fault fault, SinkProcess process, Arrival.Held held)
      throws InterruptedException {
    switch (fault) {
      case K1 -> throw process.gate().kill(process.instance(), Connections.CLOSED);
      case K2 -> {
        held.forwardHalf();
        storeMayChange(held.request().access());
        throw process.gate().kill(process.instance(), Connections.CLOSED);
      }
      case K3 -> {
        held.link().keepOpen();
        ghosts.add(new Ghost(process, held));
        throw process.gate().kill(process.instance(), Connections.CLOSED);
      }
      case K4 -> throw process.gate().kill(process.instance(), Connections.HALF_OPEN);
      case K5 -> lostReply(process, held);
      case K6 -> lateReply(process, held);
      case K7 -> process.traffic().silence(held, lateMillis());
      case K8 -> refuse(process, held);
      case K9 -> {
        bench.restart();
        held.drop();
        held.link().close();
        process.gate().answered(held.op(), "the store went away", List.of());
      }
      default -> throw new IllegalArgumentException("Cannot inject " + fault + " on the wire");
    }
  }

  /** Later than the client waits. */
  private long lateMillis() {
    return bench.clientTimeout().toMillis() + LATER_MILLIS;
  }

  private void lostReply(SinkProcess process, Arrival.Held held) throws InterruptedException {
    Arrival.@Nullable Answer answer = carryOut(process, held);
    held.link().close();
    if (answer != null) {
      answer.drop();
    }
    process.gate().answered(held.op(), "connection reset", List.of());
  }

  private void lateReply(SinkProcess process, Arrival.Held held) throws InterruptedException {
    Arrival.@Nullable Answer answer = carryOut(process, held);
    if (answer != null) {
      process.traffic().late(answer, lateMillis());
    }
    process.gate().answered(held.op(), "no reply in time", List.of());
  }

  private Arrival.@Nullable Answer carryOut(SinkProcess process, Arrival.Held held)
      throws InterruptedException {
    if (!process.pass(held)) {
      return null;
    }
    Arrival.@Nullable Answer answer = process.awaitReply(held, REPLY_MILLIS);
    if (answer != null && answer.reply().error().isEmpty()) {
      process.gate().applied(held.op());
    }
    return answer;
  }

  private void refuse(SinkProcess process, Arrival.Held held) throws InterruptedException {
    Optional<byte[]> standIn = held.link().standIn(held);
    if (standIn.isPresent()) {
      refuse(process, held, standIn.get());
    } else if (!held.link().refuse(held)) {
      throw new Unjudged(
          "Cannot answer "
              + held.request()
              + " with an error: the driver says that its protocol has one");
    }
    process.gate().answered(held.op(), "refused", List.of());
  }

  /** The store carries the stand-in out, and the client hears of an error: its own, or ours. */
  private void refuse(SinkProcess process, Arrival.Held held, byte[] standIn)
      throws InterruptedException {
    storeMayChange(Access.ABORT);
    Arrival.@Nullable Answer answer =
        held.forward(standIn) ? process.awaitReply(held, REPLY_MILLIS) : null;
    if (answer != null && held.link().refuse(held)) {
      answer.drop();
    } else if (answer != null) {
      answer.forward();
    }
  }

  /** What was held of dead processes arrives now. */
  void deliverGhosts() throws InterruptedException {
    List<Ghost> arriving = List.copyOf(ghosts);
    ghosts.clear();
    for (Ghost ghost : arriving) {
      deliver(ghost.process, ghost.held);
    }
  }

  private void deliver(SinkProcess process, Arrival.Held held) throws InterruptedException {
    if (!held.link().isKept() || !process.pass(held)) {
      process.gate().answered(held.op(), "the store had closed the connection", List.of());
      return;
    }
    Arrival.@Nullable Answer answer = process.awaitReply(held, GHOST_REPLY_MILLIS);
    if (answer == null) {
      process.gate().answered(held.op(), "no reply", List.of());
    } else {
      if (answer.reply().error().isEmpty()) {
        process.gate().applied(held.op());
      }
      process.gate().answered(held.op(), answer.reply().error(), List.of());
      answer.drop();
    }
    held.link().close();
  }
}
