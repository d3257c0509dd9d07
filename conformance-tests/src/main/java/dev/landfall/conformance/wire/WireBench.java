package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.host.Misspelling;
import dev.landfall.conformance.host.Unjudged;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.proxy.Link;
import dev.landfall.conformance.wire.proxy.Mailbox;
import dev.landfall.conformance.wire.proxy.Proxy;
import dev.landfall.conformance.wire.proxy.Transcript;
import dev.landfall.conformance.wire.remote.HandedOver;
import dev.landfall.conformance.wire.remote.RemoteSink;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A place in a real store for one run, with processes and proxies in front of it. One thread at a
 * time.
 */
final class WireBench implements Bench {
  private static final long LONGEST_PAUSE_MILLIS = 2_000;
  private static final long SLOW_MILLIS = 1_000;
  private static final Duration SLOW = Duration.ofSeconds(30);

  /** More than clients wait for a batch to fill. */
  private static final long LONGEST_LINGER_NANOS = 1_000_000_000L;

  private static final long LINGER_MILLIS = 20;

  /** From a thread of the client to the proxy it is a millisecond or two. */
  private static final long QUIET_MILLIS = 15;

  private static final long LONGEST_DRAIN_MILLIS = 300;

  private final Gate gate;
  private final StoreDriver driver;
  private final StoreSpace space;
  private final String spaceName;
  private final Children children;
  private final Path logs;
  private final Transcript transcript;
  private final Confided confided;
  private final Optional<Spoil> spoil;
  private final Optional<Misspelling> misspelling;
  private final WireFaults faults = new WireFaults(this);
  private final Map<Instance, SinkProcess> processes = new LinkedHashMap<>();

  /** Dead, perhaps with connections that live on. */
  private final Set<SinkProcess> dead = new LinkedHashSet<>();

  private final WireObserver observer;
  private long passedMillis;

  WireBench(
      Gate gate,
      StoreDriver driver,
      StoreSpace space,
      String spaceName,
      Children children,
      Path logs,
      Transcript transcript,
      Gaps gaps,
      Optional<Spoil> spoil,
      Optional<Misspelling> misspelling) {
    this.gate = gate;
    this.driver = driver;
    this.space = space;
    this.spaceName = spaceName;
    this.confided = Confided.of(space.secrets().values());
    this.children = children;
    this.logs = logs;
    this.transcript = transcript;
    this.spoil = spoil;
    this.misspelling = misspelling;
    this.observer = new WireObserver(space, spaceName, gaps, faults::ghosts, this::isBusy);
  }

  @Override
  public Optional<Misspelling> misspelling() {
    return misspelling;
  }

  @Override
  public boolean preflightsEachStart() {
    return driver.preflightMeetsWhatIsLeft();
  }

  @Override
  public Sink open(SinkContext context, Instance instance) throws SinkException {
    Child child = children.take();
    Mailbox mailbox = new Mailbox();
    child.attach(mailbox);
    Proxy proxy = Proxy.open(driver.protocol(), instance.number(), mailbox, transcript);
    HandedOver handedOver = new HandedOver(space::shape);
    SecretWatch secrets =
        new SecretWatch(confided, children.log(), where -> gate.told(instance, where));
    SinkProcess process =
        new SinkProcess(
            gate, instance, child, proxy, mailbox, transcript, handedOver, secrets, faults);
    processes.put(instance, process);
    ObjectNode open =
        Messages.object().put("call", "open").put("log", logs.resolve(spaceName).toString());
    open.set("sink", Messages.tree(space.sink(proxy::route)));
    open.set("secrets", Messages.tree(space.secrets()));
    spoil.ifPresent(one -> open.put("spoil", one.word()));
    open.putObject("context")
        .put("pipeline", context.sink().pipeline())
        .put("sink", context.sink().sink())
        .put("instance", spaceName + context.instance())
        .put("seed", context.seed());
    try {
      return RemoteSink.open(process, open, handedOver, () -> released(process)).sink();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SinkException("interrupted while the sink was opened", e);
    }
  }

  /** Closed in good order: the process is free for the next one. */
  private void released(SinkProcess process) {
    if (processes.remove(process.instance()) == null) {
      return;
    }
    process.secrets().lookAtLog();
    process.proxy().close();
    if (process.isChained() && !process.instance().isDead()) {
      children.giveBack(process.child());
    } else {
      process.child().kill();
    }
    observer.unquiet();
  }

  /** Whether a request of the living or the dead is at the store. */
  private boolean isBusy() {
    return Stream.concat(processes.values().stream(), dead.stream())
        .anyMatch(process -> process.traffic().isBusy());
  }

  String name(String name) {
    return space.interval(name);
  }

  // ---- the observer

  Duration clientTimeout() {
    return driver.clientTimeout();
  }

  void storeMayChange(Access access) {
    observer.storeMayChange(access);
  }

  void note(Address at) {
    observer.note(at);
  }

  @Override
  public List<Item> read() {
    return observer.read();
  }

  @Override
  public boolean blocked() {
    return observer.blocked();
  }

  @Override
  public List<RawEntry> raw() {
    return observer.raw();
  }

  @Override
  public String fingerprint() {
    return observer.fingerprint() + "|" + log();
  }

  /** What a log beside the sink keeps is as much of its state as the store's. */
  private String log() {
    Path log = logs.resolve(spaceName);
    if (!Files.exists(log)) {
      return "";
    }
    try (Stream<Path> files = Files.walk(log)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> log.relativize(file).toString().replace(spaceName, ""))
          .sorted()
          .collect(Collectors.joining(","));
    } catch (IOException e) {
      throw new Unjudged("Cannot look at the log of " + spaceName + ": " + e, e);
    }
  }

  // ---- what happens to processes

  @Override
  public void died(Instance instance, Connections fate) {
    SinkProcess process = processes.remove(instance);
    if (process == null) {
      return;
    }
    if (fate == Connections.HALF_OPEN) {
      process.proxy().links().forEach(Link::keepOpen);
    }
    process.child().kill();
    process.secrets().lookAtLog();
    process.proxy().closeListeners();
    for (Link link : process.proxy().links()) {
      if (fate == Connections.CLOSED && !faults.keeps(link)) {
        link.close();
      }
    }
    dead.add(process);
    observer.unquiet();
  }

  @Override
  public void idle(Instance instance) {
    SinkProcess process = processes.get(instance);
    if (process != null) {
      uninterrupted(process::serveArrived);
    }
  }

  @Override
  public void drain(Instance instance) {
    SinkProcess process = processes.get(instance);
    if (process != null) {
      uninterrupted(() -> process.serveUntilQuiet(QUIET_MILLIS, LONGEST_DRAIN_MILLIS));
    }
  }

  @Override
  public void linger(Instance instance, BooleanSupplier expected) {
    SinkProcess process = processes.get(instance);
    long start = System.nanoTime();
    while (process != null
        && expected.getAsBoolean()
        && System.nanoTime() - start < LONGEST_LINGER_NANOS) {
      uninterrupted(() -> process.serveFor(LINGER_MILLIS));
    }
  }

  @Override
  public void stopped(Instance instance) {
    SinkProcess process = processes.get(instance);
    if (process != null) {
      process.unchain();
      process.child().stop();
    }
  }

  @Override
  public void resumed(Instance instance) {
    SinkProcess process = processes.get(instance);
    if (process != null) {
      process.child().resume();
    }
  }

  @Override
  public void jumped(Duration by) {
    for (SinkProcess process : processes.values()) {
      process.unchain();
      process.child().send(Messages.object().put("call", "jump").put("millis", by.toMillis()));
    }
  }

  @Override
  public void restart() {
    try {
      driver.restart();
    } catch (Exception e) {
      throw new Unjudged("Cannot start the store again: " + e, e);
    }
    observer.unquiet();
  }

  // ---- time

  @Override
  public void pausing(Duration duration) {
    long millis = Math.min(LONGEST_PAUSE_MILLIS, duration.toMillis());
    List<SinkProcess> live = List.copyOf(processes.values());
    for (SinkProcess process : live) {
      uninterrupted(() -> process.serveFor(millis / live.size()));
    }
    observer.lookAnew();
  }

  /** Long spans are about time-outs of the store, and those only where a transaction is open. */
  @Override
  public void passed(long nowMillis) {
    long by = nowMillis - passedMillis;
    passedMillis = nowMillis;
    if (by > SLOW.toMillis()) {
      outlastTransactions();
    } else if (by >= SLOW_MILLIS * 10) {
      pausing(Duration.ofMillis(SLOW_MILLIS));
    }
  }

  private void outlastTransactions() {
    if (driver.transactionTimeout().isZero()) {
      observer.lookAnew();
    } else {
      observer.awaitNoTransaction(driver.transactionTimeout().plusSeconds(2));
    }
  }

  @Override
  public long transactionTimeoutMillis() {
    return driver.transactionTimeout().toMillis();
  }

  @Override
  public void deliverHeld() {
    uninterrupted(faults::deliverGhosts);
  }

  @Override
  public void settle() {
    for (SinkProcess process : dead) {
      process.proxy().close();
      uninterrupted(process::letGo);
    }
    dead.clear();
    observer.unquiet();
  }

  @FunctionalInterface
  private interface Wait {
    void run() throws InterruptedException;
  }

  private static void uninterrupted(Wait wait) {
    try {
      wait.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    settle();
    for (SinkProcess process : List.copyOf(processes.values())) {
      process.child().kill();
      process.proxy().close();
      uninterrupted(process::letGo);
    }
    processes.clear();
    space.close();
  }
}
