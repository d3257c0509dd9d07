package dev.landfall.runner;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.log.SegmentStore;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Opens the writers of a start. One thread at a time.
 *
 * @param sink the pipeline's
 * @param id of the pipeline's sink
 * @param start what recovery left
 * @param rejections decides what follows when a record is rejected
 * @param sealer runs the fsync of segments
 */
record WriterOpener(Sink sink, SinkId id, Recovered start, Rejections rejections, Executor sealer) {
  /** A letter is never rejected: {@code Letter} bounds its length, and nothing is nested in it. */
  private static final RejectedRecords NEVER =
      (letter, reason) -> {
        throw new IllegalStateException(
            "Cannot put the record at " + letter.position() + " aside: " + reason);
      };

  Writer open(int subtask) throws SinkException, InterruptedException {
    LetterBox letters = new LetterBox(rejections, letterWriter(subtask));
    try {
      return new Writer(open(sink, id, subtask, letters, start.log()), letters);
    } catch (SinkException | InterruptedException | RuntimeException e) {
      letters.close();
      throw e;
    }
  }

  private Optional<WriterDriver> letterWriter(int subtask)
      throws SinkException, InterruptedException {
    if (start.letters().isEmpty()) {
      return Optional.empty();
    }
    OpenedSink letters = start.letters().get();
    return Optional.of(open(letters.sink(), letters.id(), subtask, NEVER, letters.log()));
  }

  private WriterDriver open(
      Sink to, SinkId named, int subtask, RejectedRecords rejected, Optional<SegmentStore> log)
      throws SinkException, InterruptedException {
    return WriterDriver.open(
        to, named.writer(subtask), start.state().generation(), rejected, log, sealer);
  }
}
