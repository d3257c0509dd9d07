package dev.landfall.conformance.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What became of one run of one schedule with its faults, on a real store. Immutable, thread-safe.
 *
 * @param schedule {@code P0} to {@code P22}
 * @param title what is unusual about the schedule
 * @param faults what went wrong, in order; empty for the schedule alone
 * @param phase the row of the fault matrix in which the first fault fired; empty without a fault
 * @param cells where all of its faults fired, the second one and what counts for two rows of the
 *     fault matrix included, written {@code COMMIT/K3}
 * @param token repeats the run: {@code landfall conformance replay TOKEN}
 * @param verdict three-valued; a fault that did not fire is UNKNOWN
 * @param why for UNKNOWN, what is not known; else empty
 * @param outcomes the outcomes that were seen and that the sink declares
 * @param violations every broken promise, with rule, sentence, checkpoint and first wrong record
 * @param waived the broken promises that somebody has waived for a while
 * @param transcript what passed the proxy; kept for runs that did not pass
 * @param lanes the marks of the lane diagram; kept for runs that did not pass
 * @param differences what a reader saw in the end and should not have; kept for the same
 * @param durationMillis how long it took
 */
public record PointResult(
    String schedule,
    String title,
    List<Injection> faults,
    Optional<Phase> phase,
    Set<String> cells,
    String token,
    Verdict verdict,
    String why,
    Set<Outcome> outcomes,
    List<Violation> violations,
    List<Violation> waived,
    List<WireLine> transcript,
    List<LaneEvent> lanes,
    List<RecordDifference> differences,
    long durationMillis) {
  public PointResult {
    faults = List.copyOf(faults);
    cells = Set.copyOf(cells);
    outcomes = Set.copyOf(outcomes);
    violations = List.copyOf(violations);
    waived = List.copyOf(waived);
    transcript = List.copyOf(transcript);
    lanes = List.copyOf(lanes);
    differences = List.copyOf(differences);
  }

  /** Where the first fault fires; empty for the schedule alone. */
  public Optional<Address> address() {
    return faults.stream().findFirst().map(Injection::at);
  }

  /** Which fault that is. */
  public Optional<Fault> fault() {
    return faults.stream().findFirst().map(Injection::fault);
  }
}
