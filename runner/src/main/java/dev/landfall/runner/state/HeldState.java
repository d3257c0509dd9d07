package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A state directory as its holder sees it; {@link StateDirectory} tells why no other host completes
 * anything meanwhile. {@link #renew}, {@link #requireHeld} and {@link #requireFresh} are
 * thread-safe; the rest is the coordinator's.
 */
public final class HeldState implements AutoCloseable {
  private final Layout layout;
  private final HostTime time;
  private final Generation generation;
  private final Holder holder;
  private final Path open;
  private volatile long renewedNanos;

  HeldState(Layout layout, HostTime time, Generation generation, Holder holder, long renewedNanos) {
    this.layout = layout;
    this.time = time;
    this.generation = generation;
    this.holder = holder;
    this.open = layout.open(generation);
    this.renewedNanos = renewedNanos;
  }

  public Generation generation() {
    return generation;
  }

  /**
   * The checkpoint to continue from.
   *
   * @param asked the one asked for; empty for the newest
   * @param owner whose state it must be
   * @throws StateException if it is damaged, foreign or not there
   */
  public Optional<Checkpoint> restore(Optional<CheckpointId> asked, StateOwner owner)
      throws StateException {
    return Restore.of(layout.root(), stored()).choose(asked, owner);
  }

  /** The retained checkpoints that can be read, newest first. */
  public List<Checkpoint> retained() throws StateException {
    List<Checkpoint> readable = new ArrayList<>();
    for (StoredCheckpoint one : stored()) {
      try {
        readable.add(one.read());
      } catch (StateException e) {
        // Damaged: it can never be restored, so it keeps nothing alive.
      }
    }
    return readable;
  }

  /** The id after the newest that is there, damaged ones included (HO-1). */
  public CheckpointId nextId() throws StateException {
    List<StoredCheckpoint> stored = stored();
    return new CheckpointId(stored.isEmpty() ? 1 : stored.get(0).id().value() + 1);
  }

  /**
   * Makes a checkpoint complete: on return it is durable, and only then may it be committed (HO-4).
   *
   * @throws StateException {@code FAILED} if it is not there, {@code LOST} if another host took
   *     over and decides what became of it, {@code UNCERTAIN} if it is visible but may not survive
   *     a power cut
   */
  public void complete(Checkpoint checkpoint) throws StateException {
    requireFresh();
    byte[] frame = CheckpointFile.encode(checkpoint);
    Path target = open.resolve(Layout.checkpoint(checkpoint.id()));
    Path temporary = target.resolveSibling(target.getFileName() + Layout.TEMPORARY);
    try {
      DurableFiles.writeNew(temporary, frame); // 1. the bytes
      requireFresh();
      DurableFiles.rename(temporary, target); // 2. the name: complete, or not there
    } catch (IOException e) {
      throw notCompleted(checkpoint, temporary, e);
    }
    try {
      DurableFiles.sync(open); // 3. the name survives a power cut
    } catch (NoSuchFileException e) {
      throw lost(e);
    } catch (IOException e) {
      throw new StateException(
          StateException.Reason.UNCERTAIN,
          "Cannot make checkpoint " + checkpoint.id() + " durable: " + e,
          e);
    }
    requireFresh();
  }

  private StateException notCompleted(Checkpoint checkpoint, Path temporary, IOException cause) {
    if (!Files.isDirectory(open)) {
      return lost(cause);
    }
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      cause.addSuppressed(e); // The next host sweeps it.
    }
    return DeviceFault.writing("complete checkpoint " + checkpoint.id(), layout.root(), cause);
  }

  /**
   * Deletes all but the newest checkpoints, and what is left of generations without any.
   *
   * @return those deleted that could be read
   */
  public List<Checkpoint> retain(int newest) throws StateException {
    List<Checkpoint> dropped = new ArrayList<>();
    List<StoredCheckpoint> stored = stored();
    try {
      for (StoredCheckpoint one : stored.subList(Math.min(newest, stored.size()), stored.size())) {
        if (Restore.isReadable(one)) {
          dropped.add(one.read());
        }
        Files.deleteIfExists(one.file());
      }
      if (stored.size() > newest) {
        deleteEmptyGenerations();
      }
      return dropped;
    } catch (IOException e) {
      throw new StateException(
          StateException.Reason.FAILED, "Cannot delete an old checkpoint: " + e, e);
    }
  }

  /** The own directory stays, so the newest generation's name is never given back. */
  private void deleteEmptyGenerations() throws IOException {
    List<Generation> inUse =
        layout.checkpoints().stream().map(StoredCheckpoint::generation).toList();
    for (Generation old : layout.generations()) {
      if (old.isOlderThan(generation) && !inUse.contains(old)) {
        DurableFiles.deleteTree(layout.generation(old));
      }
    }
  }

  /** Makes the lease live on from now. */
  public synchronized void renew() throws StateException {
    long now = time.nanos();
    Path temporary = open.resolve(Layout.LEASE + Layout.TEMPORARY);
    try {
      Files.write(
          temporary, HolderFile.encode(holder.renewed(time.now().plus(StateDirectory.LEASE))));
      DurableFiles.rename(temporary, layout.lease(generation));
      renewedNanos = now;
    } catch (IOException e) {
      if (!Files.isDirectory(open)) {
        throw lost(e);
      }
      throw new StateException(
          StateException.Reason.FAILED,
          "Cannot renew the lease of '" + layout.root() + "': " + e,
          e);
    }
  }

  /**
   * Makes sure that the lease was renewed lately, and renews it if not: after a process was stopped
   * and goes on, nothing more is written by it before it knows that nobody took over. Cheap unless
   * it renews.
   */
  public void requireFresh() throws StateException {
    if (time.nanos() - renewedNanos > StateDirectory.LEASE.toNanos()) {
      renew();
    }
  }

  /**
   * Makes sure that nobody took over up to now.
   *
   * @throws StateException if somebody did
   */
  public void requireHeld() throws StateException {
    requireFresh();
    if (!Files.isDirectory(open)) {
      throw lost(null);
    }
  }

  private StateException lost(@org.jspecify.annotations.Nullable Throwable cause) {
    String message =
        Files.isDirectory(layout.generation(generation))
            ? String.format(
                "Cannot go on with generation %s of the state in '%s': another process took over"
                    + " (HO-11), expected to hold it (this process must end)",
                generation, layout.root())
            : String.format(
                "Cannot go on with generation %s of the state in '%s': its directory is gone,"
                    + " expected that nobody removes it while the pipeline runs (put it back, or a"
                    + " copy of it, and start again)",
                generation, layout.root());
    return cause == null
        ? new StateException(StateException.Reason.LOST, message)
        : new StateException(StateException.Reason.LOST, message, cause);
  }

  private List<StoredCheckpoint> stored() throws StateException {
    try {
      return layout.checkpoints();
    } catch (IOException e) {
      throw new StateException(
          StateException.Reason.FAILED, "Cannot list '" + layout.root() + "': " + e, e);
    }
  }

  /** Gives the state back, so that the next host need not wait. Idempotent. */
  @Override
  public void close() {
    try {
      DurableFiles.rename(open, layout.closed(generation));
    } catch (IOException e) {
      // Taken over, or closed before. A disk error leaves a lease that runs out.
    }
  }
}
