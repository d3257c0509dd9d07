package dev.landfall.runner.letters;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.log.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;

/**
 * Publishes, and then what was refused, once the publication is confirmed. One thread at a time.
 */
final class KeepingPublisher implements SegmentPublisher {
  private final SegmentPublisher publisher;
  private final KeptRefusals kept;
  private final Function<IntervalId, Refusals> opening;

  KeepingPublisher(
      SegmentPublisher publisher, KeptRefusals kept, Function<IntervalId, Refusals> opening) {
    this.publisher = publisher;
    this.kept = kept;
    this.opening = opening;
  }

  @Override
  public CommitOutcome publish(Segment segment)
      throws SinkException, IOException, InterruptedException {
    try (Refusals refusals = opening.apply(segment.committable().interval())) {
      kept.begin(refusals);
      CommitOutcome outcome = publisher.publish(segment);
      switch (outcome.kind()) {
        case COMMITTED -> refusals.publishThisTry();
        case ALREADY_COMMITTED -> refusals.publishStaged();
        case RETRY_LATER, LOST, IN_DOUBT -> {} // What is staged stays for the next try.
      }
      return outcome;
    } catch (UncheckedIOException e) {
      throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
    } finally {
      kept.end();
    }
  }

  @Override
  public void close() {
    publisher.close();
  }
}
