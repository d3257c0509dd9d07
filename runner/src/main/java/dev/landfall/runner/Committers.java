package dev.landfall.runner;

import dev.landfall.runner.letters.DeadLetters;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Commits what a checkpoint holds: the sink's part first, then the letters. One thread at a time.
 * What it uses is closed by whoever opened it.
 *
 * @param main of the pipeline's sink
 * @param letters of what was rejected, where that is kept
 */
record Committers(CommitterDriver main, Optional<OfLetters> letters) {
  /** The committer of the letters. */
  record OfLetters(DeadLetters letters, CommitterDriver driver) {
    SinkId sink() {
      return letters.context().sink();
    }
  }

  /** Commits everything; tells of the pipeline's sink. */
  CommitReport commit(List<Pending> pending) throws SinkException, InterruptedException {
    letters.ifPresent(one -> one.letters.commitsNext(pending));
    CommitReport report = main.commit(pending.stream().filter(one -> !isLetter(one)).toList());
    if (letters.isPresent()) {
      letters.get().driver.commit(pending.stream().filter(this::isLetter).toList());
    }
    return report;
  }

  /** Makes sure that everything can still be committed (HO-13). */
  void requireAlive(List<Pending> pending, Duration needed)
      throws SinkException, InterruptedException {
    main.requireAlive(pending.stream().filter(one -> !isLetter(one)).toList(), needed);
    if (letters.isPresent()) {
      letters.get().driver.requireAlive(pending.stream().filter(this::isLetter).toList(), needed);
    }
  }

  /** Lets go of log segments. */
  void forget(List<Committable> committables) throws SinkException {
    main.forget(committables.stream().filter(one -> !isLetter(one)).toList());
    if (letters.isPresent()) {
      letters.get().driver.forget(committables.stream().filter(this::isLetter).toList());
    }
  }

  private boolean isLetter(Pending pending) {
    return isLetter(pending.committable());
  }

  private boolean isLetter(Committable committable) {
    return letters.isPresent()
        && letters.get().sink().equals(committable.interval().writer().sink());
  }
}
