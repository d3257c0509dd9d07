package dev.landfall.conformance.wire;

import dev.landfall.sdk.Sink;
import java.util.Map;
import java.util.Set;

/**
 * Makes sinks whose fault lies in how they talk to their store, so that it cannot be put on top of
 * a good sink from outside. Found by {@link java.util.ServiceLoader}. Thread-safe.
 */
public interface SpoiledSinkProvider {
  /** Which faults. */
  Set<Spoil> spoils();

  /**
   * Opens a sink with the fault.
   *
   * @param good the sink in whose place it stands: it says what is guaranteed, and does whatever
   *     has nothing to do with the fault
   * @param section of a pipeline file, secrets among it
   */
  Sink open(Spoil spoil, Sink good, Map<String, String> section);
}
