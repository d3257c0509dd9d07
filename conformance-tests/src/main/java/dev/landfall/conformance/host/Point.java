package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Phase;
import java.util.Optional;

/**
 * A place where a fault can be injected, met in a run. Immutable, thread-safe.
 *
 * @param at its address
 * @param phase its row in the fault matrix
 * @param access what the operation does; empty for an event of the host
 * @param bulk whether the request carries more than one record
 */
public record Point(Address at, Phase phase, Optional<Access> access, boolean bulk) {}
