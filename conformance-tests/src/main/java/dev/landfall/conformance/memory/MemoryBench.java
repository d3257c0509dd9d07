package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.host.Misspelling;
import dev.landfall.conformance.memory.StoreFailure.Kind;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The simulated store of one run, with the wire in front of it: carries out the faults that happen
 * between a client and a server. One thread at a time.
 */
public final class MemoryBench implements Bench {
  /** Makes the sink under test on a process's own client. */
  public interface Maker {
    Sink open(Endpoint endpoint, SinkContext context) throws SinkException;
  }

  /** How a reader of the sink's data reads. */
  enum Reader {
    ROWS,
    /** As rows, but ordered by split: order across writers is nobody's promise. */
    ROWS_BY_SPLIT,
    /** As rows, each in the partition of its key. */
    ROWS_BY_PARTITION,
    KEYED,
    /** Follows confirmation records only. */
    CONFIRMED
  }

  /** A silence swallows this many further requests before it is healed. */
  private static final int SILENCE = 2;

  private final Gate gate;
  private final Maker maker;
  private final MemoryStore store;
  private final Map<Long, Connection> connections = new LinkedHashMap<>();
  private final List<Connection.Reply<?>> held = new ArrayList<>();
  private final List<Connection.Reply<?>> late = new ArrayList<>();
  private final Map<Instance, Integer> silent = new HashMap<>();
  private final List<Long> halfOpen = new ArrayList<>();
  private final Observer observer;
  private final Set<Trait> traits;
  private long sessions;

  MemoryBench(Gate gate, Maker maker, Reader reader, Set<Trait> traits, Set<Lie> lies) {
    this.gate = gate;
    this.maker = maker;
    this.store = new MemoryStore(lies);
    this.observer = new Observer(store, reader);
    this.traits = traits;
  }

  Gate gate() {
    return gate;
  }

  MemoryStore store() {
    return store;
  }

  @Override
  public Sink open(SinkContext context, Instance instance) throws SinkException {
    return maker.open(new Endpoint(this, instance), context);
  }

  @Override
  public Optional<Misspelling> misspelling() {
    return Optional.of(MemoryConfiguration.misspelling(traits));
  }

  Connection connect(Instance instance) {
    instance.requireAlive();
    Connection connection = new Connection(this, instance, ++sessions);
    connections.put(connection.session(), connection);
    return connection;
  }

  void disconnect(Connection connection) {
    // A dead process ends no session by itself; what its connections do, its death has decided.
    if (!connection.instance().isDead() && connections.remove(connection.session()) != null) {
      connection.breakOff();
      store.endSession(connection.session());
    }
  }

  /** A request would reach the store now. */
  <T> void deliver(Connection connection, Connection.Reply<T> reply) {
    Instance instance = connection.instance();
    Optional<Fault> fault = gate.deliver(reply.op());
    if (connection.isBroken()) {
      answer(reply, new StoreFailure(Kind.CONNECTION_LOST, "the connection is closed"));
    } else if (fault.isPresent()) {
      suffer(fault.get(), connection, reply);
    } else if (silent.getOrDefault(instance, 0) > 0) {
      silent.merge(instance, -1, Integer::sum);
      answer(reply, new StoreFailure(Kind.TIMEOUT, "no reply"));
    } else {
      carryOut(reply);
    }
  }

  private <T> void suffer(Fault fault, Connection connection, Connection.Reply<T> reply) {
    Instance instance = connection.instance();
    switch (fault) {
      case K1 -> throw gate.kill(instance, Connections.CLOSED);
      case K2 -> {
        half(reply);
        throw gate.kill(instance, Connections.CLOSED);
      }
      case K3 -> {
        held.add(reply);
        halfOpen.add(connection.session());
        throw gate.kill(instance, Connections.CLOSED);
      }
      case K4 -> throw gate.kill(instance, Connections.HALF_OPEN);
      case K5 -> {
        apply(reply);
        endSession(connection);
        answer(reply, new StoreFailure(Kind.CONNECTION_LOST, "connection reset"));
      }
      case K6 -> {
        late.add(reply);
        answer(reply, new StoreFailure(Kind.TIMEOUT, "no reply in time"));
      }
      case K7 -> {
        silent.put(instance, SILENCE);
        answer(reply, new StoreFailure(Kind.TIMEOUT, "no reply"));
      }
      case K8 -> busy(reply);
      case K9 -> {
        restart();
        answer(reply, new StoreFailure(Kind.CONNECTION_LOST, "the store went away"));
      }
      default -> throw new IllegalArgumentException("Cannot inject " + fault + " on the wire");
    }
  }

  private <T> void carryOut(Connection.Reply<T> reply) {
    Request<T> request = reply.request();
    try {
      T value = request.effect().apply(request.entries());
      gate.applied(reply.op());
      List<String> failed = refused(value, request);
      if (failed.isEmpty()) {
        reply.succeed(value);
      } else {
        reply.partly(value, failed);
      }
      gate.answered(reply.op(), "", failed);
    } catch (StoreFailure e) {
      answer(reply, e);
    }
  }

  /** A bulk operation answers with the records that have an error of their own. */
  private static <T> List<String> refused(T value, Request<T> request) {
    List<String> failed = new ArrayList<>();
    if (request.verb().equals("Bulk") && value instanceof List<?> list) {
      list.forEach(one -> failed.add(String.valueOf(one)));
    }
    return failed;
  }

  private <T> void apply(Connection.Reply<T> reply) {
    try {
      reply.request().effect().apply(reply.request().entries());
      gate.applied(reply.op());
    } catch (StoreFailure e) {
      // Refused; and nobody is there to be told.
      gate.answered(reply.op(), e.kind() + ": " + e.getMessage(), List.of());
    }
  }

  /**
   * Half of the bytes: a batch of single operations is cut between two, a log line in the middle.
   */
  private <T> void half(Connection.Reply<T> reply) {
    Request<T> request = reply.request();
    try {
      if (request.torn().isPresent()) {
        request.torn().get().apply(request.entries());
        gate.applied(reply.op());
      } else if (isBatch(request)) {
        request.effect().apply(request.entries().subList(0, request.entries().size() / 2));
        gate.applied(reply.op());
      }
    } catch (StoreFailure e) {
      gate.answered(reply.op(), e.kind() + ": " + e.getMessage(), List.of());
    }
  }

  private static boolean isBatch(Request<?> request) {
    boolean cuttable = request.verb().equals("Bulk") || request.verb().equals("Append");
    return cuttable && request.entries().size() > 1;
  }

  /** The store's own error: for a batch of single operations, of its first one alone. */
  private <T> void busy(Connection.Reply<T> reply) {
    Request<T> request = reply.request();
    if (!isBatch(request)) {
      answer(reply, new StoreFailure(Kind.BUSY, "too many requests"));
      return;
    }
    List<Entry> rest = request.entries().subList(1, request.entries().size());
    try {
      T value = request.effect().apply(rest);
      gate.applied(reply.op());
      List<String> failed = new ArrayList<>(List.of(request.entries().get(0).record()));
      failed.addAll(refused(value, request));
      reply.partly(value, failed);
      gate.answered(reply.op(), "", failed);
    } catch (StoreFailure e) {
      answer(reply, e);
    }
  }

  private <T> void answer(Connection.Reply<T> reply, StoreFailure failure) {
    reply.fail(failure);
    gate.answered(reply.op(), failure.kind() + ": " + failure.getMessage(), List.of());
  }

  private void endSession(Connection connection) {
    connections.remove(connection.session());
    connection.breakOff();
    store.endSession(connection.session());
  }

  @Override
  public OptionalInt sessions(Instance instance) {
    return OptionalInt.of(
        (int) connections.values().stream().filter(one -> one.instance() == instance).count());
  }

  @Override
  public void died(Instance instance, Connections fate) {
    for (Connection connection : List.copyOf(connections.values())) {
      if (connection.instance() == instance) {
        boolean kept = fate == Connections.HALF_OPEN || halfOpen.contains(connection.session());
        if (kept && !halfOpen.contains(connection.session())) {
          halfOpen.add(connection.session());
        }
        connections.remove(connection.session());
        if (!kept) {
          store.endSession(connection.session());
        }
      }
    }
  }

  @Override
  public void idle(Instance instance) {
    deliver(late);
    for (Connection connection : List.copyOf(connections.values())) {
      if (connection.instance() == instance && !connection.isBroken()) {
        connection.deliverAll();
      }
    }
  }

  @Override
  public void restart() {
    List.copyOf(connections.values()).forEach(this::endSession);
    halfOpen.clear();
    store.restart();
  }

  @Override
  public void passed(long nowMillis) {
    store.passed(nowMillis);
  }

  @Override
  public long transactionTimeoutMillis() {
    return Transactions.TIMEOUT_MILLIS;
  }

  @Override
  public void deliverHeld() {
    deliver(late);
    deliver(held);
  }

  private void deliver(List<Connection.Reply<?>> requests) {
    List<Connection.Reply<?>> arriving = List.copyOf(requests);
    requests.clear();
    arriving.forEach(this::apply);
  }

  @Override
  public void settle() {
    halfOpen.forEach(store::endSession);
    halfOpen.clear();
  }

  @Override
  public List<Item> read() {
    return observer.read();
  }

  @Override
  public boolean blocked() {
    return store.transactions().isLocked();
  }

  @Override
  public List<RawEntry> raw() {
    return observer.raw();
  }

  @Override
  public String fingerprint() {
    return store + "|" + halfOpen + "|" + held.size() + "|" + late.size();
  }
}
