package dev.landfall.conformance.wire.proxy;

import dev.landfall.conformance.wire.protocol.Reply;
import dev.landfall.conformance.wire.protocol.Request;
import java.util.concurrent.CountDownLatch;

/**
 * Something that waits for the suite: what passes the proxy, and what the process under test says.
 * Thread-safe.
 */
public sealed interface Arrival {
  /** A request that is held. */
  final class Held implements Arrival {
    private final Link link;
    private final Request request;
    private final CountDownLatch decided = new CountDownLatch(1);
    private long op;

    Held(Link link, Request request) {
      this.link = link;
      this.request = request;
    }

    public Link link() {
      return link;
    }

    public Request request() {
      return request;
    }

    /** Its number in the history; set by the suite before it goes on. */
    public long op() {
      return op;
    }

    public void number(long newOp) {
      op = newOp;
    }

    /** Lets it reach the store. False if the connection is gone. */
    public boolean forward() {
      boolean sent = link.send(this, request.bytes());
      decided.countDown();
      return sent;
    }

    /** Lets something else reach the store in its place; the reply to that answers it. */
    public boolean forward(byte[] standIn) {
      boolean sent = link.send(this, standIn);
      decided.countDown();
      return sent;
    }

    /** Lets the first half of it reach the store, and nothing after it. */
    public void forwardHalf() {
      link.sendHalf(request);
      decided.countDown();
    }

    /** It never reaches the store; what the client sends next may. */
    public void drop() {
      decided.countDown();
    }

    void await() throws InterruptedException {
      decided.await();
    }
  }

  /** A reply to a request that had been held; it is held as well. */
  final class Answer implements Arrival {
    private final Held held;
    private final Reply reply;
    private final CountDownLatch decided = new CountDownLatch(1);

    Answer(Held held, Reply reply) {
      this.held = held;
      this.reply = reply;
    }

    public Held held() {
      return held;
    }

    public Reply reply() {
      return reply;
    }

    /** Lets it reach the client. */
    public void forward() {
      held.link.answer(reply.bytes());
      decided.countDown();
    }

    /** It never reaches the client. */
    public void drop() {
      decided.countDown();
    }

    void await() throws InterruptedException {
      decided.await();
    }
  }

  /** A connection that has ended at the store's side while these were unanswered. */
  record Broken(Link link) implements Arrival {}

  /** A line that the process under test has written. */
  record Line(String text) implements Arrival {}

  /** The process under test is no more. */
  record Exited() implements Arrival {}
}
