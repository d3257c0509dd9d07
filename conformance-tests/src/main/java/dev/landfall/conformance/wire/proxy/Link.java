package dev.landfall.conformance.wire.proxy;

import dev.landfall.conformance.model.WireLine.Direction;
import dev.landfall.conformance.wire.protocol.Bytes;
import dev.landfall.conformance.wire.protocol.Decoder;
import dev.landfall.conformance.wire.protocol.Reply;
import dev.landfall.conformance.wire.protocol.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a client and its twin to the store. Thread-safe.
 *
 * <p><b>Protocol.</b> One thread reads each side. What is not counted passes at once; an operation
 * waits in the {@link Mailbox} until the suite forwards or drops it, and so does its reply. So
 * nothing of a connection overtakes what is held.
 *
 * <p><b>Invariants.</b> Replies come in the order of requests, so the oldest unanswered request is
 * the one that a whole reply answers. {@code this} guards decoder, unanswered requests and flags.
 */
public final class Link {
  private static final int CHUNK = 64 << 10;

  /** A reply that is later than this is one that is held. */
  private static final long LONGEST_WAIT_NANOS = 1_000_000_000L;

  private final Proxy proxy;
  private final int number;
  private final Socket client;
  private final Socket store;
  private final Decoder decoder;
  private final Deque<Optional<Arrival.Held>> unanswered = new ArrayDeque<>();
  private boolean outlivesClient;
  private boolean closed;

  Link(Proxy proxy, int number, Socket client, Socket store, Decoder decoder) {
    this.proxy = proxy;
    this.number = number;
    this.client = client;
    this.store = store;
    this.decoder = decoder;
  }

  void start() {
    proxy.run("requests-" + number, this::readClient);
    proxy.run("replies-" + number, this::readStore);
  }

  public int number() {
    return number;
  }

  /** From now on the connection to the store stays when the client goes. */
  public synchronized void keepOpen() {
    outlivesClient = true;
  }

  /** Whether neither side has ended it. */
  public synchronized boolean isOpen() {
    return !closed;
  }

  public synchronized boolean isKept() {
    return outlivesClient && !closed;
  }

  private void readClient() {
    Bytes sent = new Bytes();
    byte[] chunk = new byte[CHUNK];
    try {
      int length;
      while ((length = client.getInputStream().read(chunk)) > 0) {
        sent.add(chunk, length);
        Optional<Request> next = decode(sent);
        while (next.isPresent()) {
          pass(next.get());
          next = decode(sent);
        }
      }
    } catch (IOException e) {
      // The client is gone, which is what many faults are about.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    clientGone();
  }

  private synchronized Optional<Request> decode(Bytes sent) {
    return decoder.request(sent);
  }

  private void pass(Request request) throws IOException, InterruptedException {
    if (request.kind() == Request.Kind.OPERATION) {
      Arrival.Held held = new Arrival.Held(this, request);
      proxy.mailbox().add(held);
      held.await();
      return;
    }
    note(Direction.REQUEST, request.toString(), request.bytes().length);
    synchronized (this) {
      if (request.kind() == Request.Kind.NOISE) {
        unanswered.add(Optional.empty());
      }
    }
    write(store, request.bytes());
  }

  boolean send(Arrival.Held held, byte[] bytes) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      unanswered.add(Optional.of(held));
    }
    try {
      write(store, bytes);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  void sendHalf(Request request) {
    byte[] bytes = request.bytes();
    try {
      write(store, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    } catch (IOException e) {
      // Half of it or nothing: the store must live with both.
    }
  }

  void answer(byte[] bytes) {
    try {
      write(client, bytes);
    } catch (IOException e) {
      // Nobody is there to hear it.
    }
  }

  /** What the store is to get in place of a request that is refused; empty if nothing. */
  public synchronized Optional<byte[]> standIn(Arrival.Held held) {
    return decoder.standIn(held.request());
  }

  /**
   * Answers a held request with the store's own error, behind the replies that are on their way.
   *
   * @return whether the protocol has one
   */
  public boolean refuse(Arrival.Held held) throws InterruptedException {
    Optional<byte[]> error;
    synchronized (this) {
      long until = System.nanoTime() + LONGEST_WAIT_NANOS;
      long left = LONGEST_WAIT_NANOS;
      while (!unanswered.isEmpty() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = until - System.nanoTime();
      }
      error = decoder.refusal(held.request());
    }
    error.ifPresent(this::answer);
    held.drop();
    return error.isPresent();
  }

  private static void write(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  private void readStore() {
    Bytes received = new Bytes();
    byte[] chunk = new byte[CHUNK];
    try {
      int length;
      while ((length = store.getInputStream().read(chunk)) > 0) {
        received.add(chunk, length);
        Optional<Reply> next = decodeReply(received);
        while (next.isPresent()) {
          pass(next.get());
          next = decodeReply(received);
        }
      }
    } catch (IOException e) {
      // The store has ended the connection, or is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    proxy.mailbox().add(new Arrival.Broken(this));
  }

  private synchronized Optional<Reply> decodeReply(Bytes received) {
    return decoder.reply(received);
  }

  private void pass(Reply reply) throws InterruptedException {
    Optional<Arrival.Held> asked = Optional.empty();
    if (reply.part() == Reply.Part.WHOLE) {
      synchronized (this) {
        asked = unanswered.isEmpty() ? Optional.empty() : unanswered.remove();
        if (asked.isEmpty()) {
          // Before the lock is free: an error of ours that waits for it comes behind this.
          answer(reply.bytes());
          notifyAll();
          return;
        }
      }
    }
    if (asked.isEmpty()) {
      answer(reply.bytes());
      return;
    }
    Arrival.Answer answer = new Arrival.Answer(asked.get(), reply);
    proxy.mailbox().add(answer);
    answer.await();
  }

  private void clientGone() {
    boolean keep;
    synchronized (this) {
      keep = outlivesClient;
    }
    if (!keep) {
      close();
    }
  }

  /** Ends the client's side only: it sees a reset connection. */
  public void dropClient() {
    closeQuietly(client);
  }

  /** Ends both sides. */
  public void close() {
    synchronized (this) {
      closed = true;
    }
    closeQuietly(client);
    closeQuietly(store);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  private void note(Direction direction, String text, int bytes) {
    proxy.transcript().add(proxy.process(), number, direction, "", text, bytes, "");
  }
}
