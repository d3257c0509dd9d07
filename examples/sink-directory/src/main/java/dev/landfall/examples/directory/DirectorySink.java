package dev.landfall.examples.directory;

import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.Administration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes what the contract asks for. Thread-safe. */
record DirectorySink(
    Layout layout, Disk disk, Generations generations, DirectoryAdministration operator)
    implements TwoPhaseCommitSink {
  static DirectorySink open(DirectoryConfiguration configuration, SinkContext context, Disk disk) {
    Layout layout = new Layout(configuration.path());
    return new DirectorySink(
        layout,
        disk,
        new Generations(layout, disk, context.instance()),
        new DirectoryAdministration(context.sink(), layout, disk, context.time()));
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "*.jsonl, and nothing of .landfall",
        List.of(
            "the directory is on a local file system with atomic rename",
            "the newest visible file of each writer stays where it is until the pipeline is"
                + " retired"),
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
            "Cannot write into "
                + layout.root()
                + ": "
                + there
                + " is no directory that this user may write to",
            "chmod u+w '" + there + "', or set another path"));
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException {
    generations.claim(id, generation);
    return new DirectoryWriter(layout, disk, new IntervalId(id, generation, 1));
  }

  @Override
  public Committer committer() {
    return new DirectoryCommitter(layout, disk);
  }

  @Override
  public Takeover takeover() {
    return new DirectoryTakeover(layout, disk, generations);
  }

  @Override
  public Optional<Administration> administration() {
    return Optional.of(operator);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
