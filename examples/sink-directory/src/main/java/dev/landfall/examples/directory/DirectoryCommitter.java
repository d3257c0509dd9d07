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
      if (Files.size(prepared) != bytes(committable)) {
        return CommitOutcome.lost(sizes(prepared, committable));
      }
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
    try {
      if (!Files.exists(visible)) {
        return withoutFile(committable.interval(), visible);
      }
      return Files.size(visible) == bytes(committable)
          ? CommitOutcome.alreadyCommitted(visible + " is there")
          : CommitOutcome.inDoubt(sizes(visible, committable));
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot look at " + visible + ": " + e, e);
    }
  }

  /** The directory of a generation vanishes for one reason only: a successor fenced it (T-8). */
  private CommitOutcome withoutFile(IntervalId interval, Path visible) throws FencedException {
    Path writer = layout.writer(interval.writer());
    if (!Files.isDirectory(writer)) {
      return CommitOutcome.inDoubt(
          writer + " is not there (was it prepared under another 'path'? run it with that one)");
    }
    if (!Files.isDirectory(layout.generation(interval.writer(), interval.generation()))) {
      throw new FencedException("Cannot commit " + interval + ": its generation was fenced");
    }
    return CommitOutcome.lost(
        "neither its prepared nor its visible file "
            + visible
            + " is there (if a reader moved it, put it back)");
  }

  private static long bytes(Committable committable) {
    return ByteBuffer.wrap(committable.payload()).getLong();
  }

  private static String sizes(Path file, Committable committable) throws IOException {
    return file + " has " + Files.size(file) + " bytes, expected " + bytes(committable);
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
  public Liveness liveness(Committable committable) throws SinkException {
    Path prepared = layout.prepared(committable.interval());
    try {
      return Files.size(prepared) == bytes(committable)
          ? Liveness.alive()
          : Liveness.gone(sizes(prepared, committable));
    } catch (NoSuchFileException e) {
      return Files.exists(layout.visible(committable.interval()))
          ? Liveness.alive()
          : Liveness.gone("its prepared file is gone");
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot look at " + prepared + ": " + e, e);
    }
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
