package dev.landfall.sdk.admin;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.SinkException;
import java.util.List;

/**
 * What a connector offers to operators beside a pipeline, so that commands such as {@code pending},
 * {@code leftovers} and {@code retire} know no sink. Everything is limited to the sink's own
 * identity (SI-5). One thread at a time.
 *
 * <p>Nothing here acts by itself: a command lists, asks, and then names the single entry to act on.
 */
public interface Administration extends AutoCloseable {
  /** What is open or prepared and waits for a commit or an abort. */
  List<StoreEntry> pending() throws SinkException, InterruptedException;

  /**
   * Makes one pending entry visible.
   *
   * @throws SinkException also if this store cannot commit it without its committable
   */
  CommitOutcome commit(StoreEntry entry) throws SinkException, InterruptedException;

  /** Discards one pending entry. */
  void abort(StoreEntry entry) throws SinkException, InterruptedException;

  /**
   * What of ours no confirmation and no live transaction names; what is pending is not among it
   * (W-5).
   */
  List<StoreEntry> leftovers() throws SinkException, InterruptedException;

  /**
   * Everything that the pipeline keeps in the store beside its records: confirmation records,
   * fences, leftovers.
   */
  List<StoreEntry> bookkeeping() throws SinkException, InterruptedException;

  /** Removes one leftover, or, when a pipeline is retired, one piece of bookkeeping. Idempotent. */
  void remove(StoreEntry entry) throws SinkException, InterruptedException;

  /**
   * What is confirmed and therefore safe to read, where readers follow confirmations; empty
   * elsewhere.
   */
  default List<StoreEntry> confirmed() throws SinkException, InterruptedException {
    return List.of();
  }

  @Override
  void close();
}
