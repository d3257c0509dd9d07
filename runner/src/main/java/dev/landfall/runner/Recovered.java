package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.HeldState;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.source.SplitPosition;
import java.util.Map;
import java.util.Optional;

/**
 * What a start has in hand when recovery is done.
 *
 * @param state taken
 * @param checkpoint continued from
 * @param committers open
 * @param log where segments live, for a write-ahead sink
 * @param letters where rejected records go, where they are kept
 * @param report what recovery did
 */
record Recovered(
    HeldState state,
    Optional<Checkpoint> checkpoint,
    Committers committers,
    Optional<SegmentStore> log,
    Optional<OpenedSink> letters,
    RecoveryReport report) {
  Map<String, SplitPosition> positions() {
    return checkpoint.map(Checkpoint::positions).orElse(Map.of());
  }
}
