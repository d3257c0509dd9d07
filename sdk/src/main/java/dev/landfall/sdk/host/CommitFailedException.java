package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Committables ended in {@code Lost} or {@code InDoubt}: the pipeline must stop and a person must
 * know (T-5).
 */
public final class CommitFailedException extends SinkException {
  private final transient List<Failure> failures;

  CommitFailedException(List<Failure> failures) {
    super(failures.stream().map(Failure::toString).collect(Collectors.joining("\n")));
    this.failures = List.copyOf(failures);
  }

  /**
   * All of them, one per writer at most: what follows a failed committable of a writer stays
   * pending (HO-5).
   */
  public List<Failure> failures() {
    return failures;
  }

  /**
   * One committable that cannot be ended. Immutable, thread-safe.
   *
   * @param pending which one
   * @param outcome {@code Lost} or {@code InDoubt}
   */
  public record Failure(Pending pending, CommitOutcome outcome) {
    @Override
    public String toString() {
      String state = outcome.kind() == CommitOutcome.Kind.LOST ? "lost" : "in doubt";
      return String.format(
          "Cannot commit %s: %s; %d records are %s",
          pending, outcome.explanation(), pending.committable().records(), state);
    }
  }
}
