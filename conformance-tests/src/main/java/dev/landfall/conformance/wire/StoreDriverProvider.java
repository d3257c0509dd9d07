package dev.landfall.conformance.wire;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Knows one kind of store: found by {@link java.util.ServiceLoader}, so a jar on the class path is
 * enough for {@code landfall conformance run}. Stateless, thread-safe.
 */
public interface StoreDriverProvider {
  /** The name in {@code store: {dialect: …}}. */
  String dialect();

  /**
   * The keys of the section {@code store} that this driver reads, beside {@code dialect} and {@code
   * embedded}; the file is refused if it holds another (SI-7). Empty, as by default: any key may
   * stand there, and {@link #open} checks them.
   */
  default Optional<Set<String>> storeKeys() {
    return Optional.empty();
  }

  /**
   * The section that holds the address of a store that is not started, as a message names it:
   * {@code sink}, or {@code sink.store} where the connector has a section of its own for it.
   */
  default String addressSection() {
    return "sink";
  }

  /**
   * Connects to the store that the sink's section names, or starts one of its own.
   *
   * @param sink the sink's section, with references such as {@code ${env:HOST}} replaced
   * @param store the section {@code store}
   */
  StoreDriver open(Map<String, Object> sink, Map<String, Object> store) throws Exception;
}
