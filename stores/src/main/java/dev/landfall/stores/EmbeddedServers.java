package dev.landfall.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Servers that run as child processes. Thread-safe. */
final class EmbeddedServers implements Servers {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServers.class);

  private final StoreKind kind;
  private final RunFolder run;
  private final Ports ports;
  private final Map<String, String> environment;
  private final List<ServerProcess> servers;
  private final Runnable whole;

  private EmbeddedServers(StoreKind kind, RunFolder run, Ports ports, Plan plan) {
    this.kind = kind;
    this.run = run;
    this.ports = ports;
    this.environment = Map.copyOf(plan.environment());
    List<ServerProcess> all = new ArrayList<>();
    for (Launch launch : plan.launches()) {
      all.add(new ServerProcess(run, all.size(), launch));
    }
    servers = List.copyOf(all);
    whole = plan.whole();
  }

  /** Prepares and starts the recipe's servers in the folder; on failure nothing is left. */
  static EmbeddedServers start(StoreKind kind, RunFolder run, Recipe recipe) {
    long begin = System.nanoTime();
    Ports ports = new Ports();
    try {
      Plan plan = recipe.prepare(run, ports);
      EmbeddedServers started = new EmbeddedServers(kind, run, ports, plan);
      started.spawnAndAwait(IntStream.range(0, started.count()).toArray());
      plan.firstStart().run();
      plan.whole().run();
      run.putAll("env.", plan.environment());
      LOG.info(
          "Started {} in {} ms: {}", kind, (System.nanoTime() - begin) / 1_000_000, run.path());
      return started;
    } catch (RuntimeException | Error e) {
      run.close();
      ports.close();
      throw e;
    }
  }

  RunFolder run() {
    return run;
  }

  @Override
  public StoreKind kind() {
    return kind;
  }

  @Override
  public StoreOrigin origin() {
    return StoreOrigin.EMBEDDED;
  }

  @Override
  public int count() {
    return servers.size();
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public void kill(int... nodes) {
    IntStream.of(nodes).forEach(node -> servers.get(node).kill());
  }

  @Override
  public void stop(int... nodes) {
    // All are told before one is waited for: a cluster's last node cannot hand over its duties.
    IntStream.of(nodes).forEach(node -> servers.get(node).signalStop());
    IntStream.of(nodes).forEach(node -> servers.get(node).awaitStop());
  }

  @Override
  public void start(int... nodes) {
    spawnAndAwait(nodes);
    if (servers.stream().allMatch(ServerProcess::isAlive)) {
      whole.run();
    }
  }

  private void spawnAndAwait(int... nodes) {
    // All are spawned before one is waited for: the nodes of a cluster need each other.
    IntStream.of(nodes).forEach(node -> servers.get(node).spawn());
    IntStream.of(nodes).forEach(node -> servers.get(node).awaitReady());
  }

  @Override
  public boolean isAlive(int node) {
    return servers.get(node).isAlive();
  }

  @Override
  public String log(int node) {
    return servers.get(node).logTail();
  }

  @Override
  public void close() {
    run.close();
    ports.close();
  }
}
