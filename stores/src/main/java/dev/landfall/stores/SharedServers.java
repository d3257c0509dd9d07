package dev.landfall.stores;

import java.util.Map;

/** Servers that several users in this JVM share: none of them may close them. Thread-safe. */
record SharedServers(Servers servers) implements Servers {
  @Override
  public StoreKind kind() {
    return servers.kind();
  }

  @Override
  public StoreOrigin origin() {
    return servers.origin();
  }

  @Override
  public int count() {
    return servers.count();
  }

  @Override
  public Map<String, String> environment() {
    return servers.environment();
  }

  @Override
  public void kill(int... nodes) {
    servers.kill(nodes);
  }

  @Override
  public void stop(int... nodes) {
    servers.stop(nodes);
  }

  @Override
  public void start(int... nodes) {
    servers.start(nodes);
  }

  @Override
  public boolean isAlive(int node) {
    return servers.isAlive(node);
  }

  @Override
  public String log(int node) {
    return servers.log(node);
  }

  @Override
  public void close() {
    // They end with the JVM.
  }
}
