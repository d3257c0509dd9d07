package dev.landfall.stores;

import java.util.Map;

/** A store that the user runs. It is used, and nothing else. Immutable, thread-safe. */
record GivenServers(StoreKind kind, Map<String, String> environment) implements Servers {
  @Override
  public StoreOrigin origin() {
    return StoreOrigin.GIVEN;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public void kill(int... nodes) {
    throw refused("kill");
  }

  @Override
  public void stop(int... nodes) {
    throw refused("stop");
  }

  @Override
  public void start(int... nodes) {
    throw refused("start");
  }

  @Override
  public boolean isAlive(int node) {
    return true;
  }

  @Override
  public String log(int node) {
    return "";
  }

  @Override
  public void close() {
    // The user's own: it stays.
  }

  private UnsupportedOperationException refused(String verb) {
    return new UnsupportedOperationException(
        "Cannot "
            + verb
            + " "
            + kind
            + ": it is the endpoint given by "
            + kind.endpointVariable()
            + ", expected an own server (build the store with own())");
  }
}
