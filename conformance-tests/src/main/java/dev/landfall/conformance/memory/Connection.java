package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client side: one session with the store, whose requests arrive in the order in which they
 * were sent. One thread at a time.
 */
final class Connection implements AutoCloseable {
  private final MemoryBench bench;
  private final Instance instance;
  private final long session;
  private final Deque<Reply<?>> queue = new ArrayDeque<>();
  private boolean broken;

  Connection(MemoryBench bench, Instance instance, long session) {
    this.bench = bench;
    this.instance = instance;
    this.session = session;
  }

  /** The answer to a request that was sent without waiting for it. One thread at a time. */
  final class Reply<T> {
    private final Request<T> request;
    private final long op;
    private @Nullable T value;
    private @Nullable StoreFailure failure;
    private List<String> failedRecords = List.of();
    private boolean arrived;

    private Reply(Request<T> request, long op) {
      this.request = request;
      this.op = op;
    }

    Request<T> request() {
      return request;
    }

    long op() {
      return op;
    }

    void succeed(T result) {
      value = result;
      arrived = true;
    }

    void fail(StoreFailure error) {
      failure = error;
      arrived = true;
    }

    /** A bulk reply: these records have an error of their own. */
    void partly(T result, List<String> failed) {
      succeed(result);
      failedRecords = List.copyOf(failed);
    }

    /** The error of the whole request, without waiting for more. */
    @Nullable StoreFailure failure() {
      return failure;
    }

    List<String> failedRecords() {
      return failedRecords;
    }

    /** Waits until it, and everything sent before it, was answered. */
    @SuppressWarnings("NullAway") // a reply without failure has its value, which may be Void's null
    T await() throws StoreFailure {
      while (!arrived) {
        deliverNext();
      }
      if (failure != null) {
        throw failure;
      }
      return value;
    }
  }

  Instance instance() {
    return instance;
  }

  long session() {
    return session;
  }

  boolean isBroken() {
    return broken;
  }

  void breakOff() {
    broken = true;
  }

  <T> Reply<T> send(Request<T> request) {
    long op =
        bench
            .gate()
            .send(instance, request.access(), request.verb(), request.name(), request.records());
    Reply<T> reply = new Reply<>(request, op);
    queue.add(reply);
    return reply;
  }

  <T> T call(Request<T> request) throws StoreFailure {
    return send(request).await();
  }

  /** Lets everything arrive that was sent. */
  void deliverAll() {
    while (!queue.isEmpty()) {
      deliverNext();
    }
  }

  private void deliverNext() {
    instance.requireAlive();
    bench.deliver(this, queue.remove());
  }

  @Override
  public void close() {
    queue.clear();
    bench.disconnect(this);
  }

  // ---- the requests of the store's protocol

  TransactionRequests transactions() {
    return new TransactionRequests(this);
  }

  RowRequests rows() {
    return new RowRequests(this);
  }

  ObjectRequests objects() {
    return new ObjectRequests(this);
  }

  LogRequests logs() {
    return new LogRequests(this);
  }

  // ---- what these are made of

  Gate gate() {
    return bench.gate();
  }

  MemoryStore store() {
    return bench.store();
  }

  <T> Request<T> ask(
      Access access, String verb, String name, List<Entry> entries, Request.Effect<T> effect) {
    return new Request<>(access, verb, name, entries, effect, Optional.empty());
  }

  Request<Boolean> change(
      Access access, String verb, String name, List<Entry> entries, Action action) {
    return new Request<>(access, verb, name, entries, done(action), Optional.empty());
  }

  static Request.Effect<Boolean> done(Action action) {
    return some -> {
      action.run(some);
      return true;
    };
  }

  @FunctionalInterface
  interface Action {
    void run(List<Entry> entries) throws StoreFailure;
  }
}
