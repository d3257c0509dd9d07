package dev.landfall.runner;

import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceUnavailableException;
import java.util.Optional;

/** One attempt of a run ended badly; the run may start again from the last durable checkpoint. */
final class AttemptException extends Exception {
  /** Whether another attempt may help. */
  enum Remedy {
    RESTART,
    NONE
  }

  private final RunException.Kind kind;
  private final Remedy remedy;

  AttemptException(RunException.Kind kind, Remedy remedy, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.remedy = remedy;
  }

  AttemptException(RunException.Kind kind, Remedy remedy, String message) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
  }

  /** What a failure means for the run. */
  static AttemptException of(Throwable cause) {
    if (cause instanceof AttemptException known) {
      return known;
    }
    return new AttemptException(kind(cause), remedy(cause), message(cause), cause);
  }

  static AttemptException rejected(RejectedRecord record) {
    // A source tells a whole sentence, a sink and the key only what is wrong.
    String told =
        record.reason().startsWith("Cannot ")
            ? record.toString()
            : "Cannot write the record at " + record;
    return new AttemptException(
        RunException.Kind.DATA,
        Remedy.NONE,
        told
            + "; no checkpoint covers it or what follows: mend it and start again, and nothing is"
            + " lost (or leave such records out with rejected: skip, or put them aside with"
            + " rejected: dead-letter)");
  }

  static AttemptException refused(RunException.Kind kind, String message) {
    return new AttemptException(kind, Remedy.NONE, message);
  }

  private static RunException.Kind kind(Throwable cause) {
    if (cause instanceof ConfigurationException || isStateNamedWrongly(cause)) {
      return RunException.Kind.CONFIGURATION;
    }
    if (cause instanceof CommitFailedException) {
      return RunException.Kind.LOST_OR_IN_DOUBT;
    }
    return cause instanceof Rejections.RejectedAtCommitException
        ? RunException.Kind.DATA
        : RunException.Kind.OTHER;
  }

  /** The file names another pipeline's state, or the arguments a checkpoint that is not there. */
  private static boolean isStateNamedWrongly(Throwable cause) {
    return cause instanceof StateException state
        && (state.reason() == StateException.Reason.FOREIGN
            || state.reason() == StateException.Reason.MISSING);
  }

  private static Remedy remedy(Throwable cause) {
    boolean uncertain =
        cause instanceof StateException state && state.reason() == StateException.Reason.UNCERTAIN;
    return uncertain
            || cause instanceof StoreUnavailableException
            || cause instanceof SourceUnavailableException
        ? Remedy.RESTART
        : Remedy.NONE;
  }

  private static String message(Throwable cause) {
    boolean told =
        cause instanceof SinkException
            || cause instanceof SourceException
            || cause instanceof StateException
            || cause instanceof ConfigurationException;
    return told ? String.valueOf(cause.getMessage()) : "Cannot go on: " + cause;
  }

  Remedy remedy() {
    return remedy;
  }

  /** The same without a remedy. */
  AttemptException forGood() {
    return new AttemptException(kind, Remedy.NONE, String.valueOf(getMessage()), this);
  }

  RunException toRunException() {
    return new RunException(kind, String.valueOf(getMessage()), this);
  }

  RunException toRunException(RunSummary summary) {
    return new RunException(kind, String.valueOf(getMessage()), this, Optional.of(summary));
  }
}
