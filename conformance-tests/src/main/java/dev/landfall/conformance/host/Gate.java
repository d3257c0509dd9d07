package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Phase;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where requests of a sink pass on their way to the store: it names them, writes them down, and
 * lets the planned fault happen. One thread at a time.
 *
 * <p>An embedded store calls {@link #step} before each of its steps. A store with a wire calls
 * {@link #send} when a request leaves the client and {@link #deliver} when it would arrive, and
 * carries out those faults that {@code deliver} returns.
 */
public final class Gate {
  /** No honest sink needs as many in the small schedules of this suite. */
  private static final int MAX_REQUESTS = 5_000;

  private static final Duration SLOW = Duration.ofSeconds(20);
  private static final Duration JUMP = Duration.ofHours(-2);

  private final Subject.Reach reach;
  private final RunLog log;
  private final Injector injector;
  private final VirtualTime time;
  private final Map<Long, Waiting> waiting = new HashMap<>();
  private Optional<Bench> bench = Optional.empty();
  private Optional<Successor> successor = Optional.empty();
  private long operations;

  /** The step of an embedded store whose effect nobody has looked at yet. */
  private OptionalLong made = OptionalLong.empty();

  /** Starts a successor while somebody stands still, and runs it for a while. */
  interface Successor {
    void takeOver(Instance stopped);
  }

  private record Waiting(Instance instance, Point point) {}

  Gate(RunLog log, Injector injector, VirtualTime time, Subject.Reach reach) {
    this.reach = reach;
    this.log = log;
    this.injector = injector;
    this.time = time;
  }

  void attach(Bench newBench, Successor newSuccessor) {
    bench = Optional.of(newBench);
    successor = Optional.of(newSuccessor);
  }

  private Bench bench() {
    return bench.orElseThrow();
  }

  /**
   * One step of an embedded store is about to be made. A kill happens before it.
   *
   * @param access what it does to the store
   * @param verb what the operation is called in addresses, as {@code Put} in {@code
   *     C1.commit/Put#1}
   * @param name what it changes; made of what a name may hold (SI-4), and compared between runs
   * @param records the records that it carries, each by split and offset, as {@code s0:1}; empty in
   *     every step if that is not known, and then nobody asks whether a record was sent (SI-1,
   *     SI-11)
   * @throws Killed if the process dies here, or is dead
   */
  public void step(
      Instance instance, Access access, String verb, String name, List<String> records) {
    look();
    long op = send(instance, access, verb, name, records);
    Optional<Fault> fault = deliver(op);
    if (fault.isPresent()) {
      throw kill(instance, Bench.Connections.CLOSED);
    }
    made = OptionalLong.of(op);
  }

  /** What is visible now; the last step has been made by now, though nobody said so. */
  private void look() {
    made.ifPresent(op -> log.add(new Event.Applied(op)));
    log.observe(bench());
    made.ifPresent(op -> answered(op, "", List.of()));
    made = OptionalLong.empty();
  }

  /**
   * A request leaves the client.
   *
   * @return its number in this run
   * @throws Killed if the process is dead
   */
  public long send(
      Instance instance, Access access, String verb, String name, List<String> records) {
    instance.requireAlive();
    if (++operations > MAX_REQUESTS) {
      throw new Runaway(
          "more than " + MAX_REQUESTS + " requests, the last one " + verb + " " + name);
    }
    Phase phase =
        access == Access.CONFIRM && instance.phase() == Phase.COMMIT
            ? Phase.CONFIRM
            : instance.phase();
    Address at = injector.address(instance.event(phase), verb);
    log.add(new Event.Sent(operations, instance.number(), at, access, verb, name, records));
    waiting.put(
        operations,
        new Waiting(instance, new Point(at, phase, Optional.of(access), records.size() > 1)));
    return operations;
  }

  /** The address of a request that was sent and not delivered yet. */
  public Address where(long op) {
    Waiting one = waiting.get(op);
    if (one == null) {
      throw new IllegalStateException("request " + op + " is not on its way");
    }
    return one.point.at();
  }

  /**
   * The request would arrive now.
   *
   * @return what is to happen instead, where that is the store's side to do: K1 to K9
   */
  public Optional<Fault> deliver(long op) {
    Waiting arrived = waiting.remove(op);
    if (arrived == null) {
      throw new IllegalStateException("request " + op + " was delivered before");
    }
    time.advance(Duration.ofMillis(1));
    Optional<Fault> fault = injector.reach(arrived.point);
    fault.ifPresent(one -> log.add(new Event.Injected(new Injection(one, arrived.point.at()))));
    return fault.filter(one -> !ofTheHost(one, arrived.instance));
  }

  /**
   * The sink is about to be called. Where the suite stands before every request this is no gap of
   * its own; where it does not, it is the only one that it can find by itself.
   */
  void call(Instance instance, String call) {
    if (reach == Subject.Reach.STEPS) {
      look();
      Address at = injector.address(instance.event(instance.phase()), call);
      Optional<Fault> fault =
          injector.reach(new Point(at, instance.phase(), Optional.empty(), false));
      if (fault.isPresent()) {
        log.add(new Event.Injected(new Injection(fault.get(), at)));
        throw kill(instance, Bench.Connections.CLOSED);
      }
    }
  }

  /** A sink is about to be closed: what is on its way by now was not sent by that. */
  void beforeClose(Instance instance) {
    bench().idle(instance);
  }

  /** A call of the sink is over: an embedded store shows the last step by now. */
  void over() {
    if (reach == Subject.Reach.STEPS || made.isPresent()) {
      look();
    }
  }

  /** A host event is about to happen. */
  void hostEvent(Instance instance, Phase phase, String event) {
    instance.requireAlive();
    over();
    bench().idle(instance);
    Address at = injector.hostEvent(event);
    Optional<Fault> fault = injector.reach(new Point(at, phase, Optional.empty(), false));
    fault.ifPresent(one -> log.add(new Event.Injected(new Injection(one, at))));
    if (fault.isPresent() && !ofTheHost(fault.get(), instance)) {
      atRest(fault.get(), instance);
    }
  }

  /**
   * Some records of a step are handed over and others not. On a wire this is a place of its own: a
   * sink that sends nothing before the barrier has no other while it writes.
   */
  void amidst(Instance instance, String label) {
    if (reach == Subject.Reach.WIRE) {
      hostEvent(instance, Phase.WRITE, label + '.' + Phase.WRITE.word());
    }
  }

  /** Between two requests nothing can be held or lost, so only these are left. */
  private void atRest(Fault fault, Instance instance) {
    switch (fault) {
      case K1 -> throw kill(instance, Bench.Connections.CLOSED);
      case K4 -> throw kill(instance, Bench.Connections.HALF_OPEN);
      case K9 -> {
        bench().restart();
        look();
      }
      default -> throw new IllegalArgumentException("Cannot inject " + fault + " at a host event");
    }
  }

  /**
   * The host has handed its records over. A client that sends in the background may not have sent
   * yet what a fault is planned for, and after the barrier it would have another address: in the
   * next run perhaps, and then the two would not be alike.
   */
  void written(Instance instance) {
    String event = instance.event(Phase.WRITE);
    bench().drain(instance);
    if (injector.expects(event)) {
      bench().linger(instance, () -> injector.expects(event));
    }
    injector.over(event);
  }

  private boolean ofTheHost(Fault fault, Instance instance) {
    switch (fault) {
      case K10 -> {
        bench().stopped(instance);
        successor.orElseThrow().takeOver(instance);
        bench().resumed(instance);
      }
      case K11 -> elapse(Duration.ofMillis(bench().transactionTimeoutMillis()).plusMinutes(1));
      case K12 -> elapse(SLOW);
      case K13 -> {
        time.jump(JUMP);
        bench().jumped(JUMP);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The host waits before it tries again. */
  void pause(Duration duration) throws InterruptedException {
    bench().pausing(duration);
    elapse(Duration.ZERO);
  }

  void elapse(Duration duration) {
    time.advance(duration);
    bench().passed(time.millis());
    look();
  }

  /** The store has carried the request out. */
  public void applied(long op) {
    log.add(new Event.Applied(op));
    log.observe(bench());
  }

  /** The reply reached the client; {@code error} is empty for success. */
  public void answered(long op, String error, List<String> failed) {
    log.add(new Event.Answered(op, error, failed));
  }

  /** What the sink was told in confidence turned up there. */
  public void told(Instance instance, String where) {
    log.add(new Event.Told(instance.number(), where));
  }

  /** The process dies here; the caller throws what is returned. */
  public Killed kill(Instance instance, Bench.Connections connections) {
    instance.kill();
    bench().died(instance, connections);
    look();
    return new Killed(instance);
  }

  /** Milliseconds since the run began, as the store counts them. */
  public long millis() {
    return time.millis();
  }
}
