package dev.landfall.sdk.host;

import java.util.List;

/**
 * What recovery did. Immutable, thread-safe.
 *
 * @param restored what the restored checkpoint held and is visible now
 * @param aborted one printable line for each dangling thing that was discarded
 */
public record RecoveryReport(CommitReport restored, List<String> aborted) {
  public RecoveryReport {
    aborted = List.copyOf(aborted);
  }
}
