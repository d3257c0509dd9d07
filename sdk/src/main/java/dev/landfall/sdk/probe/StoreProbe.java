package dev.landfall.sdk.probe;

import dev.landfall.sdk.SinkException;
import java.util.List;

/**
 * The experiments for one store. One thread at a time.
 *
 * <p>A probe makes everything under the namespace of its {@link ProbeContext}, touches nothing
 * else, and removes it at the end. Whatever it is told, it kills no store by itself: for that it
 * asks {@link ProbeContext#kill()}.
 */
public interface StoreProbe extends AutoCloseable {
  /**
   * Product, version and address, without secrets (SI-9).
   *
   * @throws Exception whatever the client throws if the store cannot be reached
   */
  String store() throws Exception;

  /** One for each property, in the order in which they are to be asked; a kill comes last. */
  List<Question> questions();

  /**
   * Removes what the experiments made, and frees the connections. Idempotent.
   *
   * @throws SinkException if something stays; the message names it
   */
  @Override
  void close() throws SinkException;
}
