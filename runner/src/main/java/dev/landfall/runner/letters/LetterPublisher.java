package dev.landfall.runner.letters;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Publishes a segment of letters as one file. One thread at a time. */
final class LetterPublisher implements SegmentPublisher {
  private final LetterLayout layout;
  private final Staging staging;
  private final CheckpointNames checkpoints;

  LetterPublisher(LetterLayout layout, Staging staging, CheckpointNames checkpoints) {
    this.layout = layout;
    this.staging = staging;
    this.checkpoints = checkpoints;
  }

  @Override
  public CommitOutcome publish(Segment segment) throws SinkException, IOException {
    IntervalId interval = segment.committable().interval();
    Path visible = layout.visible(interval);
    // The staging directory is claimed before the look: fenced after it, the rename finds no place.
    Path unused = staging.directory();
    if (Files.exists(visible)) {
      return CommitOutcome.alreadyCommitted(visible + " is there");
    }
    LineWriter lines = new LineWriter(checkpoints.of(interval));
    staging.publish(visible, channel -> copy(segment, lines, channel));
    return CommitOutcome.committed();
  }

  private static void copy(Segment segment, LineWriter lines, FileChannel channel)
      throws IOException {
    try (SegmentReader reader = segment.open()) {
      Optional<SinkRecord> next = reader.next();
      while (next.isPresent()) {
        Staging.writeFully(channel, ByteBuffer.wrap(lines.line(Letter.line(next.get()))));
        next = reader.next();
      }
    }
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
