package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Recovers all sinks of a pipeline, step by step: none fences before every restored committable of
 * all of them has ended (HO-8). One thread at a time.
 *
 * <p>The pipeline's own sink is the first. Its commits come before those of the letters, for they
 * publish what was refused, and staged by a host that the letters' fence ends.
 */
final class Recoveries implements AutoCloseable {
  private final Closing closing = new Closing();
  private final List<Recovery> all = new ArrayList<>();

  /** Prepares; changes nothing. */
  static Recoveries of(
      List<OpenedSink> sinks,
      int parallelism,
      Optional<Checkpoint> checkpoint,
      List<Checkpoint> retained)
      throws SinkException, InterruptedException {
    Recoveries recoveries = new Recoveries();
    try {
      for (OpenedSink sink : sinks) {
        recoveries.all.add(
            recoveries.closing.add(sink.recovery(parallelism, checkpoint, retained)));
      }
      return recoveries;
    } catch (SinkException | InterruptedException | RuntimeException e) {
      recoveries.close();
      throw e;
    }
  }

  Generation newest() throws SinkException, InterruptedException {
    Generation newest = Generation.NONE;
    for (Recovery one : all) {
      newest = newest.max(one.newest());
    }
    return newest;
  }

  /** Whether the stores are those of the checkpoint, and not ahead of it. */
  void checkStores(ReplayPolicy policy) throws SinkException, InterruptedException {
    for (Recovery one : all) {
      one.checkGenerations(policy);
      one.checkConfirmations(policy);
    }
  }

  /** Commits everything; tells of the pipeline's sink. */
  CommitReport commitRestored() throws SinkException, InterruptedException {
    CommitReport report = all.get(0).commitRestored();
    for (Recovery other : all.subList(1, all.size())) {
      CommitReport unused = other.commitRestored();
    }
    return report;
  }

  void fence(Generation current) throws SinkException, InterruptedException {
    for (Recovery one : all) {
      one.fence(current);
    }
  }

  List<String> abortDangling(Generation current) throws SinkException, InterruptedException {
    List<String> aborted = new ArrayList<>();
    for (Recovery one : all) {
      aborted.addAll(one.abortDangling(current));
    }
    return aborted;
  }

  @Override
  public void close() {
    closing.close();
  }
}
