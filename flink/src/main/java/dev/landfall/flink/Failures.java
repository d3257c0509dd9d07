package dev.landfall.flink;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.host.ReplayRefusedException;
import java.io.IOException;

/** Tells Flink what may be tried again. Stateless, thread-safe. */
final class Failures {
  private Failures() {}

  static IOException toFlink(SinkException e) {
    return e instanceof CommitFailedException || e instanceof ReplayRefusedException
        ? new FailJobException(e)
        : new IOException(e.getMessage(), e);
  }
}
