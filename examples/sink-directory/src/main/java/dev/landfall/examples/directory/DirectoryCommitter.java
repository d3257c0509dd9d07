package dev.landfall.examples.directory;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Renames prepared files into view. One thread at a time. */
record DirectoryCommitter(Layout layout, Disk disk) implements Committer {
  @Override
  public CommitOutcome commit(Committable committable) throws SinkException {
    Path prepared = layout.prepared(committable.interval());
    Path visible = layout.visible(committable.interval());
    try {
      // 1. one rename is the commit  2. it is told only when it is durable (T-12)
      disk.rename(prepared, visible);
      disk.sync(layout.root());
      disk.sync(prepared.resolveSibling("."));
      return CommitOutcome.committed();
    } catch (NoSuchFileException e) {
      return withoutPrepared(committable, visible);
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot commit " + committable + ": " + e, e);
    }
  }

  /** The visible file is the confirmation record: no other instance ever has its name (T-4). */
  private CommitOutcome withoutPrepared(Committable committable, Path visible)
      throws SinkException {
    long bytes = ByteBuffer.wrap(committable.payload()).getLong();
    try {
      if (!Files.exists(visible)) {
        requireNotFenced(committable.interval());
        return CommitOutcome.lost(
            "neither its prepared nor its visible file " + visible + " is there");
      }
      return Files.size(visible) == bytes
          ? CommitOutcome.alreadyCommitted(visible + " is there")
          : CommitOutcome.inDoubt(
              visible + " has " + Files.size(visible) + " bytes, expected " + bytes);
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot look at " + visible + ": " + e, e);
    }
  }

  /** A directory vanishes for one reason only: a successor has fenced its generation (T-8). */
  private void requireNotFenced(IntervalId interval) throws FencedException {
    if (!Files.isDirectory(layout.generation(interval.writer(), interval.generation()))) {
      throw new FencedException("Cannot commit " + interval + ": its generation was fenced");
    }
  }

  @Override
  public void abort(Committable committable) throws SinkException {
    try {
      disk.delete(layout.prepared(committable.interval()));
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot abort " + committable + ": " + e, e);
    }
  }

  @Override
  public Liveness liveness(Committable committable) {
    boolean there =
        Files.exists(layout.prepared(committable.interval()))
            || Files.exists(layout.visible(committable.interval()));
    return there ? Liveness.alive() : Liveness.gone("its prepared file is gone");
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
