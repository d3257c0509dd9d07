package dev.landfall.sdk.probe;

import java.util.List;

/**
 * Makes the probe of one kind of store: found by {@link java.util.ServiceLoader}, in the connector
 * that brings the client. Stateless, thread-safe.
 *
 * @param <C> how the store is reached, a record whose components are documented with {@link
 *     dev.landfall.sdk.config.Key}; a store that is started for the probe is told by the same keys
 */
public interface StoreProbeProvider<C extends Record> {
  /** The names in {@code dialect:}, unique among the probes: {@code mysql}, {@code kafka}. */
  List<String> dialects();

  Class<C> configuration();

  /**
   * Makes the probe.
   *
   * @param dialect one of {@link #dialects()}
   * @throws Exception if the store cannot be reached, or is another than the dialect says
   */
  StoreProbe open(String dialect, C configuration, ProbeContext context) throws Exception;
}
