package dev.landfall.runner;

import java.util.Optional;

/** A run ended otherwise than asked. The message is for a person and holds no secret (SI-9). */
public final class RunException extends Exception {
  /** What kind of thing went wrong, and the exit code that says so. */
  public enum Kind {
    /** Anything else: a store that stays away, a full disk, a lost lease. */
    OTHER(1),
    /** The pipeline file, or a combination of source, sink and guarantee, cannot work. */
    CONFIGURATION(2),
    /** Source or store miss something (SI-6). */
    PREFLIGHT(3),
    /** A record cannot be written, and the pipeline asks to fail (SI-8). */
    DATA(4),
    /** A commit is lost or in doubt (T-5). */
    LOST_OR_IN_DOUBT(5);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    public int exitCode() {
      return exitCode;
    }
  }

  private final Kind kind;
  private final transient Optional<RunSummary> summary;

  public RunException(Kind kind, String message) {
    super(message);
    this.kind = kind;
    this.summary = Optional.empty();
  }

  public RunException(Kind kind, String message, Throwable cause) {
    this(kind, message, cause, Optional.empty());
  }

  RunException(Kind kind, String message, Throwable cause, Optional<RunSummary> summary) {
    super(message, cause);
    this.kind = kind;
    this.summary = summary;
  }

  /** What the run did until then; empty if it did not begin. */
  public Optional<RunSummary> summary() {
    return summary;
  }

  public Kind kind() {
    return kind;
  }
}
