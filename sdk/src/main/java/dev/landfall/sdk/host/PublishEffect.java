package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;

/**
 * Publishes sealed segments. One thread at a time.
 *
 * <p>A segment that is torn or gone is neither delivered nor skipped (W-4): unless the confirmation
 * shows that it had been published before, its records are lost, loudly.
 */
final class PublishEffect implements Effect {
  private final SegmentPublisher publisher;
  private final SegmentStore log;

  PublishEffect(SegmentPublisher publisher, SegmentStore log) {
    this.publisher = publisher;
    this.log = log;
  }

  @Override
  public CommitOutcome commit(Committable committable) throws SinkException, InterruptedException {
    try {
      return publisher.publish(segment(committable));
    } catch (TornSegmentException e) {
      return CommitOutcome.lost(e.getMessage());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot read log segment " + committable.interval() + ": " + e.getMessage(), e);
    }
  }

  /**
   * A missing segment may have been published long ago, so the publisher is asked all the same;
   * only opening it fails.
   */
  private Segment segment(Committable committable) throws IOException {
    try {
      return log.sealed(committable);
    } catch (TornSegmentException e) {
      return new MissingSegment(committable, e);
    }
  }

  @Override
  public Liveness liveness(Committable committable) throws SinkException {
    try {
      log.sealed(committable);
      return Liveness.alive();
    } catch (TornSegmentException e) {
      return Liveness.gone(e.getMessage());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot look for log segment " + committable.interval() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void forget(Committable committable) throws SinkException {
    try {
      log.forget(committable);
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot delete log segment " + committable.interval() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    publisher.close();
  }

  private record MissingSegment(Committable committable, TornSegmentException cause)
      implements Segment {
    @Override
    public SegmentReader open() throws IOException {
      throw cause;
    }
  }
}
