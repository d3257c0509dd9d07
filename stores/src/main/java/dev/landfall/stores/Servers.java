package dev.landfall.stores;

import java.util.Map;

/**
 * The servers behind a store: where they came from, and the power over them. Thread-safe.
 *
 * <p>Of a given store (see {@link StoreOrigin#GIVEN}) kill, stop and restart throw {@link
 * UnsupportedOperationException}: ask {@link #controllable()} first, or start the store with {@code
 * own()}.
 */
public sealed interface Servers extends AutoCloseable
    permits GivenServers, ContainerServers, EmbeddedServers, SharedServers {
  /** Which store it is. */
  StoreKind kind();

  /** Where it came from. */
  StoreOrigin origin();

  /** How many servers, 1 or more; they are numbered from 0. */
  int count();

  /**
   * What another process needs to use the store: environment variables with their values. The same
   * variables, set by a user, make this module use that store and start nothing.
   */
  Map<String, String> environment();

  /** Whether kill, stop and restart work. */
  default boolean controllable() {
    return origin() != StoreOrigin.GIVEN;
  }

  /** SIGKILL to the servers of these numbers; returns when they are gone. May run twice. */
  void kill(int... nodes);

  /** An orderly stop of the servers of these numbers; their data stays. May run twice. */
  void stop(int... nodes);

  /** Starts the servers of these numbers that are not running, and waits until they are ready. */
  void start(int... nodes);

  /** Whether one server's process is alive. Ready or not is not asked. */
  boolean isAlive(int node);

  /** The end of one server's log. */
  String log(int node);

  /** Ends the servers and deletes their data. Idempotent. A given store is left alone. */
  @Override
  void close();
}
