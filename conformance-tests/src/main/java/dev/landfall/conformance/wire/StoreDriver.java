package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import java.time.Duration;

/**
 * What an author says about one running store: the suite needs nothing else to crash a sink in
 * front of it. One thread at a time.
 *
 * <p>Whatever it opens goes straight to the store, never through the proxy, and never waits for
 * what the proxy holds: every statement has a time-out, and one that passes is a {@link
 * BlockedException}.
 */
public interface StoreDriver extends AutoCloseable {
  /** What the store calls itself, and where it came from. */
  StoreFacts facts();

  /** What its clients speak. */
  WireProtocol protocol();

  /** What a reader of the sink's data sees: one value a key, or every row. */
  View view();

  /**
   * A new, empty place in the store: a table, a topic, a prefix. No two runs share one, so what is
   * left of one cannot be taken for the next one's.
   *
   * @param name of letters and digits, at most 12, the first a letter; unique in this store
   */
  StoreSpace space(String name) throws Exception;

  /** How long the sink's client waits for a reply before it gives up: a late one is later (K6). */
  default Duration clientTimeout() {
    return Duration.ofSeconds(2);
  }

  /** How long the store waits for a commit; zero if it sets no limit. */
  default Duration transactionTimeout() {
    return Duration.ZERO;
  }

  /** Whether {@link #restart()} works: not for a store that somebody else runs. */
  default boolean restarts() {
    return false;
  }

  /** Kills the store and starts it again on its data and its ports (K9). */
  default void restart() throws Exception {
    throw new UnsupportedOperationException("this store is not ours to kill");
  }

  /** Whether the protocol has an error that can stand in for the store's own at this place (K8). */
  default boolean refuses(Address at) {
    return false;
  }

  /** Whether {@link StoreSpace#shape} makes a record that the store cannot take (SI-8). */
  default boolean refusesBadRecords() {
    return false;
  }

  /**
   * Whether preflight may meet what a crash has left. Where it tries the store out in a corner of
   * its own, it finds at each start what it has found before, and is asked in a run until it has
   * passed once.
   */
  default boolean preflightMeetsWhatIsLeft() {
    return true;
  }

  /** Ends what it has opened; the store ends only if it was started for this driver. */
  @Override
  void close();

  /** The observer would have had to wait. */
  final class BlockedException extends Exception {
    public BlockedException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
