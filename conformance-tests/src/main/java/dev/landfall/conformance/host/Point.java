package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import java.util.Optional;
import java.util.Set;

/**
 * A place where a fault can be injected, met in a run. Immutable, thread-safe.
 *
 * @param at its address
 * @param phase what the host was doing
 * @param access what the operation does; empty for an event of the host
 * @param bulk whether the request carries more than one record
 */
public record Point(Address at, Phase phase, Optional<Access> access, boolean bulk) {
  /** The cells of the fault matrix that a fault here is part of. */
  public Set<Cell> cells(Fault fault, Contract contract) {
    return FaultMatrix.cells(phase, at.isOperation(), fault, contract);
  }
}
