package dev.landfall.sdk.source;

/**
 * A source connector: found by {@link java.util.ServiceLoader}, like a sink's. Stateless,
 * thread-safe.
 *
 * @param <C> the configuration, a record whose components are documented with {@link
 *     dev.landfall.sdk.config.Key}
 */
public interface SourceProvider<C extends Record> {
  /** The name in {@code type:} of a pipeline file, unique among the connectors. */
  String name();

  /** One line for {@code landfall plugins}. */
  String summary();

  Class<C> configuration();

  /**
   * Makes the source. Does not touch what it reads: what is missing there is preflight's to tell.
   *
   * @throws SourceException if the configuration, valid key by key, cannot work as a whole
   */
  Source open(C configuration, SourceContext context) throws SourceException;
}
