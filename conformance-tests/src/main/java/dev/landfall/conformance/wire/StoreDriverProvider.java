package dev.landfall.conformance.wire;

import java.util.Map;

/**
 * Knows one kind of store: found by {@link java.util.ServiceLoader}, so a jar on the class path is
 * enough for {@code landfall conformance run}. Stateless, thread-safe.
 */
public interface StoreDriverProvider {
  /** The name in {@code store: {dialect: …}}. */
  String dialect();

  /**
   * Connects to the store that the sink's section names, or starts one of its own.
   *
   * @param sink the sink's section, with references such as {@code ${env:HOST}} replaced
   * @param store the section {@code store}
   */
  StoreDriver open(Map<String, Object> sink, Map<String, Object> store) throws Exception;
}
