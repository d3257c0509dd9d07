package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bounded repetition after deadlocks and lock waits, with back-off and jitter. One thread. */
final class LockRetry {
  private static final Logger LOG = LoggerFactory.getLogger(LockRetry.class);
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final int MAX_DOUBLINGS = 6;

  private final Database database;
  private final Random jitter;
  private int attempts;

  LockRetry(Database database) {
    this.database = database;
    this.jitter = new Random(database.context().seed());
  }

  /** Waits before the next attempt, or fails if there have been enough. */
  void pauseOrFail(String what, SQLException cause) throws SinkException, InterruptedException {
    int most = database.configuration().lockRetries();
    if (attempts >= most) {
      throw database.failure(what + " after " + attempts + " repetitions", cause);
    }
    attempts++;
    LOG.warn("Cannot {}: {}; attempt {}/{}", what, cause.getMessage(), attempts, most);
    long base = FIRST_PAUSE_MILLIS << Math.min(attempts, MAX_DOUBLINGS);
    database.context().time().pause(Duration.ofMillis(base + jitter.nextLong(base)));
  }
}
