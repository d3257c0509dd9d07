package dev.landfall.sdk.probe;

/** The power to kill a store, which its owner has lent. One thread at a time. */
@FunctionalInterface
public interface StoreKill {
  /** Kills the store as SIGKILL does, starts it on the same data, and returns when it is ready. */
  void killAndStart();
}
