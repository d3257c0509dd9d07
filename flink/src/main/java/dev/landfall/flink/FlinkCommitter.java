package dev.landfall.flink;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits, and then acts on takeover notices. One thread at a time.
 *
 * <p>An outcome that is no success is thrown: of Flink's own signals for a failed request one drops
 * the data with a log line, and the other tries again at once. The store is asked again with a
 * back-off, within a bound, inside the call.
 */
final class FlinkCommitter implements Committer<SinkWork> {
  private static final Logger LOG = LoggerFactory.getLogger(FlinkCommitter.class);

  private final SinkSpec spec;
  private final ClassLoader connectors;
  private final OpenedSink opened;

  private FlinkCommitter(SinkSpec spec, ClassLoader connectors, OpenedSink opened) {
    this.spec = spec;
    this.connectors = connectors;
    this.opened = opened;
  }

  static FlinkCommitter open(SinkSpec spec, CommitterInitContext context) throws IOException {
    // A committer is not told the job's class loader; a task's thread has it.
    ClassLoader connectors = Thread.currentThread().getContextClassLoader();
    try {
      return new FlinkCommitter(
          spec,
          connectors,
          OpenedSink.open(
              spec,
              connectors,
              InstanceToken.next(context),
              new FlinkMetrics(context.metricGroup()),
              rejected(spec)));
    } catch (SinkException e) {
      throw Failures.starting(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while opening the sink " + spec.id(), e);
    }
  }

  private static RejectedRecords rejected(SinkSpec spec) {
    return new Rejections(spec.rejected(), () -> {}).atCommit();
  }

  @Override
  public void commit(Collection<CommitRequest<SinkWork>> requests)
      throws IOException, InterruptedException {
    List<Pending> pending = new ArrayList<>();
    List<SinkWork> notices = new ArrayList<>();
    for (CommitRequest<SinkWork> request : requests) {
      SinkWork work = request.getCommittable();
      work.committable().ifPresent(one -> pending.add(new Pending(Optional.empty(), one)));
      if (work.isNotice()) {
        notices.add(work);
      }
    }
    try {
      // 1. commit  2. fence: the other way round would end what is prepared (HO-8)
      opened.committer().commit(pending);
      for (SinkWork notice : notices) {
        takeOver(notice);
      }
    } catch (SinkException e) {
      throw Failures.running(spec.id(), e);
    } catch (Rejections.RejectedAtCommitException e) {
      throw new FailJobException(String.valueOf(e.getMessage()), e);
    }
  }

  private void takeOver(SinkWork notice) throws SinkException, InterruptedException {
    try (OpenedSink writers =
            OpenedSink.open(spec, connectors, notice.instance(), Metrics.none(), rejected(spec));
        Recovery recovery =
            Recovery.afterRestore(
                writers.sink(), notice.scope(), writers.committer(), writers.log())) {
      takeOver(notice, recovery);
    }
  }

  private static void takeOver(SinkWork notice, Recovery recovery)
      throws SinkException, InterruptedException {
    try {
      recovery.fence(notice.generation());
      List<String> aborted = recovery.abortDangling(notice.generation());
      LOG.info(
          "Generation {} has taken over {}: {} dangling aborted",
          notice.generation(),
          notice.scope(),
          aborted.size());
    } catch (FencedException e) {
      if (!notice.generation().isOlderThan(recovery.newest())) {
        // No attempt of one job chooses a generation that a completed checkpoint of another holds:
        // two jobs have started at once.
        throw e;
      }
      // A notice of an earlier attempt, delivered again after a restart: the newer generation sends
      // its own.
      LOG.info(
          "Generation {} of {} has been replaced: {}",
          notice.generation(),
          notice.scope(),
          e.getMessage());
    }
  }

  @Override
  public void close() {
    opened.close();
  }
}
