package dev.landfall.runner.letters;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Letters into a directory; the protocol stands in the package's description. Thread-safe. */
record DeadLetterSink(LetterLayout layout, Staging staging, CheckpointNames checkpoints)
    implements WriteAheadSink {
  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "*.jsonl, and nothing of .landfall",
        List.of(
            "the directory is on a local file system with atomic rename",
            "the newest file of each writer stays where it is until the pipeline has ended"),
        Map.of(
            Guarantee.Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
            "the files of a checkpoint appear one writer after the other",
            Guarantee.Weakness.REPEATED_AFTER_OLDER_RESTORE,
            "with --accept-replay alone"));
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    Path there = layout.root().toAbsolutePath();
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (Files.isDirectory(there) && Files.isWritable(there)) {
      return List.of();
    }
    return List.of(
        Finding.error(
            "Cannot keep dead letters in '"
                + layout.root()
                + "': '"
                + there
                + "' is no directory that this user may write to",
            "chmod u+w '" + there + "', or set another rejected.dead-letter.directory"));
  }

  /** A letter can always be kept. */
  @Override
  public Optional<String> check(SinkRecord record) {
    return Optional.empty();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) throws SinkException {
    try {
      Path unused = staging.directory();
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot keep dead letters in '" + layout.root() + "': " + e, e);
    }
    return new LetterPublisher(layout, staging, checkpoints);
  }

  @Override
  public Takeover takeover() {
    return new LetterTakeover(layout, staging);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
