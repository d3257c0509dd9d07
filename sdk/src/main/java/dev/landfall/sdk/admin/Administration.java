package dev.landfall.sdk.admin;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.Optional;

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
   * Whether the committable names this pending entry, so that a command can tell which checkpoint
   * counts on it. By the interval, unless the store's name of an entry does not hold it.
   *
   * @throws SinkException if the committable cannot be read
   */
  default boolean isNamedBy(StoreEntry entry, Committable committable) throws SinkException {
    return entry.interval().filter(committable.interval()::equals).isPresent();
  }

  /** What is confirmed and therefore safe to read, where readers follow confirmations. */
  default Optional<ConfirmedView> confirmedView() {
    return Optional.empty();
  }

  @Override
  void close();
}
