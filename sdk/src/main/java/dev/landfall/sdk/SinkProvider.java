package dev.landfall.sdk;

/**
 * A connector: found by {@link java.util.ServiceLoader}, so a jar on the class path or in {@code
 * plugins/NAME/} is enough. Stateless, thread-safe.
 *
 * @param <C> the configuration, a record whose components are documented with {@link
 *     dev.landfall.sdk.config.Key}
 */
public interface SinkProvider<C extends Record> {
  /** The name in {@code type:} of a pipeline file, unique among the connectors. */
  String name();

  /** One line for {@code landfall plugins}. */
  String summary();

  Class<C> configuration();

  /**
   * Makes the sink. Does not touch the store: what is missing there is preflight's to tell.
   *
   * @throws SinkException if the configuration, valid key by key, cannot work as a whole
   */
  Sink open(C configuration, SinkContext context) throws SinkException;
}
