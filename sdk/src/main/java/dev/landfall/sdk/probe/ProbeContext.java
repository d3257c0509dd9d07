package dev.landfall.sdk.probe;

import dev.landfall.sdk.HostTime;
import java.util.Optional;

/**
 * What a probe is given. Immutable, thread-safe.
 *
 * @param namespace what everything that it makes begins with: 1 to 40 of a-z, 0-9 and _, a letter
 *     first, and nobody else's
 * @param time the clock and the waiting
 * @param kill empty unless the owner of the store agreed to a kill
 */
public record ProbeContext(String namespace, HostTime time, Optional<StoreKill> kill) {
  /** Why a question that takes a kill was not asked. */
  public static final String NO_CONSENT =
      "it takes a kill of the store, which only a store started for the probe is open to"
          + " (embedded: true, with --allow-kill)";

  /** Checks the namespace. */
  public ProbeContext {
    if (!namespace.matches("[a-z][a-z0-9_]{0,39}")) {
      throw new IllegalArgumentException(
          "Cannot probe under '" + namespace + "': expected 1 to 40 of a-z, 0-9 and _");
    }
  }
}
