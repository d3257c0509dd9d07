package dev.landfall.conformance.wire;

import dev.landfall.conformance.wire.proxy.Arrival;
import dev.landfall.conformance.wire.proxy.Link;
import dev.landfall.conformance.wire.proxy.Mailbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is between one process and its store: what waits for its turn, what is on its way, and what
 * the store is still at work on. One thread at a time.
 *
 * <p>One request is on its way at a time, so that what the observer sees has one cause; after
 * {@link #ALONE_MILLIS} without a reply the next one has its turn all the same, for it may be what
 * the first one waits for.
 */
final class Traffic {
  private static final long ALONE_MILLIS = 500;

  private final Mailbox mailbox;
  private final Deque<Arrival.Held> waiting = new ArrayDeque<>();

  /** Sent, and not delivered as long as nothing passes. */
  private final Deque<Arrival.Held> silenced = new ArrayDeque<>();

  /** Have reached the store, and it has not answered: what is seen may change at any moment. */
  private final Set<Arrival.Held> atTheStore = new HashSet<>();

  private final List<Late> late = new ArrayList<>();
  private Arrival.@Nullable Held onItsWay;
  private long onItsWaySince;
  private long silentUntil;

  /** A reply that comes after its client has stopped to wait. */
  private record Late(Arrival.Answer answer, long dueNanos) {}

  Traffic(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  /** What has its turn now; null if nothing has for a while. */
  @Nullable Arrival next(long millis) throws InterruptedException {
    boolean turn = !isSilent() && (onItsWay == null || since(onItsWaySince) > ALONE_MILLIS);
    if (turn && !waiting.isEmpty()) {
      return waiting.remove();
    }
    Arrival arrival = mailbox.poll(millis);
    if (arrival instanceof Arrival.Held held && !turn) {
      waiting.add(held);
      return null;
    }
    return arrival;
  }

  /** The next thing that arrives, whoever's turn it is. */
  @Nullable Arrival any(long millis) throws InterruptedException {
    return mailbox.poll(millis);
  }

  /** Its turn comes later. */
  void defer(Arrival.Held held) {
    waiting.add(held);
  }

  /** The rest of the traffic waits for its reply. */
  void await(Arrival.Held held) {
    onItsWay = held;
    onItsWaySince = System.nanoTime();
  }

  /** Whether the rest of the traffic waits for a reply. */
  boolean awaits() {
    return onItsWay != null;
  }

  void reached(Arrival.Held held) {
    atTheStore.add(held);
  }

  /** The store is done with it. */
  void answered(Arrival.Held held) {
    atTheStore.remove(held);
    if (onItsWay == held) {
      onItsWay = null;
    }
  }

  /** The request whose reply will never come, now that its connection is gone. */
  Optional<Arrival.Held> broken(Link link) {
    Arrival.Held held = onItsWay;
    if (held == null || held.link() != link) {
      return Optional.empty();
    }
    onItsWay = null;
    return Optional.of(held);
  }

  /**
   * Whether the store is at work on something that changes it. A client that has given up leaves
   * such a request behind, and nobody ever hears that it was done.
   */
  boolean isBusy() {
    return atTheStore.stream().anyMatch(held -> held.request().access().changes());
  }

  /** The reply is held until its client has stopped to wait (K6). */
  void late(Arrival.Answer answer, long millis) {
    late.add(new Late(answer, System.nanoTime() + millis * 1_000_000));
  }

  /** The late replies whose time has come, each once. */
  List<Arrival.Answer> due() {
    List<Late> due = late.stream().filter(one -> System.nanoTime() >= one.dueNanos).toList();
    late.removeAll(due);
    return due.stream().map(Late::answer).toList();
  }

  /** Nothing passes for a while, in neither direction (K7); what was sent by then arrives after. */
  void silence(Arrival.Held held, long millis) {
    silenced.add(held);
    silentUntil = System.nanoTime() + millis * 1_000_000;
  }

  private boolean isSilent() {
    return System.nanoTime() < silentUntil;
  }

  /** What was sent into a silence that is over; empty when all of it has been delivered. */
  Optional<Arrival.Held> spoken() {
    return isSilent() ? Optional.empty() : Optional.ofNullable(silenced.poll());
  }

  /** Lets go of whatever waits, so that no thread of the proxy does for ever. */
  void letGo() throws InterruptedException {
    waiting.forEach(Arrival.Held::drop);
    waiting.clear();
    silenced.forEach(Arrival.Held::drop);
    silenced.clear();
    late.forEach(one -> one.answer.drop());
    late.clear();
    Arrival arrival = mailbox.poll(0);
    while (arrival != null) {
      if (arrival instanceof Arrival.Held held) {
        held.drop();
      } else if (arrival instanceof Arrival.Answer answer) {
        answer.drop();
      }
      arrival = mailbox.poll(0);
    }
  }

  private static long since(long startNanos) {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }
}
