package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A pipeline's state directory on a local file system. Thread-safe.
 *
 * <p><b>Protocol.</b> A host takes the state by giving a directory of its own, lease already
 * inside, the next generation's name: {@code rename(2)} lets one of two starters win. Then it looks
 * whether a newer generation is there, renames {@code open} of every older one to {@code closed},
 * deletes the temporary files in there, and only then reads checkpoints. A checkpoint is written to
 * a temporary file in {@code open} and renamed in there.
 *
 * <p><b>Invariants.</b> Names of generations are never given back: the newest directory stays. A
 * host completes a checkpoint by one {@code rename} whose path leads through its own {@code open};
 * it never makes that directory anew.
 *
 * <p><b>Why an old host completes nothing (HO-11).</b> Let it be stopped anywhere and go on after
 * the take-over. Before the checkpoint's rename: the path leads nowhere any more. Inside the
 * rename, its path resolved and the directory renamed meanwhile: its temporary file was there
 * before, so the successor's sweep either deletes it, and the rename finds no source, or comes
 * after the rename, and the successor sees the checkpoint in its listing and continues from it.
 * Before it had its generation's name: the name is taken, or it finds the newer generation and
 * gives up; if it looked before the newer one was there, the newer one, which looks after it has
 * its name, finds and closes it. Clocks decide nothing of this; the lease only tells people whom
 * they would interrupt.
 *
 * <p><b>Crash analysis.</b> Crash before the name: {@code starting-*} is left, and swept by the
 * next host. Crash while sweeping: {@code swept-*} is left, and deleted by it. Crash while closing:
 * the next host closes, sweeps and reads again. Crash with a temporary file: it is swept, and the
 * checkpoint was not there.
 *
 * <p>A network file system may resolve a path from a stale cache; none is supported.
 */
public final class StateDirectory {
  /** How long a lease lives unless it is renewed. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  private final Layout layout;
  private final HostTime time;

  private StateDirectory(Layout layout, HostTime time) {
    this.layout = layout;
    this.time = time;
  }

  /** Names the directory; touches nothing. */
  public static StateDirectory at(Path root, HostTime time) {
    return new StateDirectory(new Layout(root.toAbsolutePath().normalize()), time);
  }

  /** Whether a pipeline ever took a state here. */
  public boolean exists() throws StateException {
    try {
      return !layout.generations().isEmpty();
    } catch (IOException e) {
      throw failed("look for", e);
    }
  }

  /** Where segments of a write-ahead sink live. */
  public Path log() {
    return layout.log();
  }

  /** Every checkpoint that is there, newest first; a damaged one is noticed when it is read. */
  public List<StoredCheckpoint> checkpoints() throws StateException {
    try {
      return layout.checkpoints();
    } catch (IOException e) {
      throw failed("list", e);
    }
  }

  /** Who holds the state; empty if nobody does. */
  public Optional<Holder> holder() throws StateException {
    try {
      List<Generation> generations = layout.generations();
      return generations.isEmpty()
          ? Optional.empty()
          : HolderFile.read(layout.lease(generations.get(generations.size() - 1)));
    } catch (IOException e) {
      throw failed("read the lease of", e);
    }
  }

  /** Who holds the state and may be running: its lease has not run out, nor is its process gone. */
  public Optional<Holder> liveHolder() throws StateException {
    return holder().filter(holder -> !holder.isGone(time.now()));
  }

  /**
   * Finds what a start would refuse to go on from; takes and changes nothing. Who holds the state
   * is not asked: a pipeline that runs may be looked at.
   *
   * @param asked see {@link HeldState#restore}
   */
  public void requireRestorable(Optional<CheckpointId> asked, StateOwner owner)
      throws StateException {
    if (Files.exists(layout.root()) && !Files.isDirectory(layout.root())) {
      throw new StateException(
          StateException.Reason.FAILED,
          "Cannot use '"
              + layout.root()
              + "' for state: it is no directory, expected one or none (name another)");
    }
    Restore.of(layout.root(), checkpoints()).choose(asked, owner);
  }

  /**
   * Takes the state: from here on no other host completes a checkpoint in it.
   *
   * @param token of this host instance; no other has it
   * @param above the generation taken is greater than this one and than any that is there
   * @throws StateException if another host holds it, or takes it at the same time
   */
  public HeldState take(String token, Generation above, Entry entry) throws StateException {
    try {
      Files.createDirectories(layout.root());
      if (entry == Entry.RESPECT_LEASE) {
        requireFree(token);
      }
      Generation taken = newest().max(above).next();
      Instant now = time.now();
      Holder holder = new Holder(token, HostProcess.current(), now, now.plus(LEASE));
      long renewed = time.nanos();
      claim(holder, taken); // 1. one of two starters gets the name
      requireNewest(taken); // 2. a newer one has it all
      closeOlder(taken); // 3. no older one completes anything from here on
      sweepStarts();
      return new HeldState(layout, time, taken, holder, renewed);
    } catch (IOException e) {
      throw DeviceFault.writing("take the state in '" + layout.root() + "'", layout.root(), e);
    }
  }

  private void requireFree(String token) throws StateException {
    Optional<Holder> holder = holder();
    if (holder.isPresent()
        && !holder.get().token().equals(token)
        && !holder.get().isGone(time.now())) {
      throw held("it is held by " + holder.get());
    }
  }

  private Generation newest() throws IOException {
    List<Generation> generations = layout.generations();
    return generations.isEmpty() ? Generation.NONE : generations.get(generations.size() - 1);
  }

  private void claim(Holder holder, Generation taken) throws IOException, StateException {
    Path starting = layout.starting(holder.token());
    try {
      DurableFiles.deleteTree(starting);
      Path open = Files.createDirectories(starting.resolve(Layout.OPEN));
      DurableFiles.writeNew(open.resolve(Layout.LEASE), HolderFile.encode(holder));
      DurableFiles.sync(open);
      DurableFiles.sync(starting);
      DurableFiles.rename(starting, layout.generation(taken));
    } catch (FileSystemException e) {
      DurableFiles.deleteTree(starting);
      // Swept by a host that has the state, or beaten to the name by one.
      if (e instanceof NoSuchFileException || Files.exists(layout.generation(taken))) {
        throw held("another process took generation " + taken + " at the same moment");
      }
      throw e;
    }
    DurableFiles.sync(layout.root());
  }

  private void requireNewest(Generation taken) throws IOException, StateException {
    Generation newest = newest();
    if (taken.isOlderThan(newest)) {
      close(taken);
      throw held("another process took generation " + newest + " meanwhile");
    }
  }

  private void closeOlder(Generation taken) throws IOException {
    for (Generation generation : layout.generations()) {
      if (generation.isOlderThan(taken)) {
        close(generation);
      }
    }
  }

  /** Idempotent: what a crashed successor left half closed is swept again. */
  private void close(Generation generation) throws IOException {
    Path closed = layout.closed(generation);
    try {
      DurableFiles.rename(layout.open(generation), closed);
      DurableFiles.sync(layout.generation(generation));
    } catch (NoSuchFileException e) {
      // Its host ended in order, or somebody closed it before.
    }
    for (Path file : Layout.children(closed)) {
      if (file.getFileName().toString().endsWith(Layout.TEMPORARY)) {
        Files.deleteIfExists(file);
      }
    }
    if (Files.isDirectory(closed)) {
      DurableFiles.sync(closed); // what its host had renamed in and not yet forced is relied on now
    }
  }

  /**
   * Takes away what starters left. One that still lives finds its directory gone, and gives up: it
   * is renamed whole before anything in it is deleted. Deleted in place, it could get its
   * generation's name when it is half gone, and an empty directory's name can be taken by a second
   * starter.
   */
  private void sweepStarts() throws IOException {
    for (Path child : Layout.children(layout.root())) {
      String name = child.getFileName().toString();
      if (name.startsWith(Layout.STARTING)) {
        sweep(child, layout.swept(name.substring(Layout.STARTING.length())));
      } else if (name.startsWith(Layout.SWEPT)) {
        DurableFiles.deleteTree(child); // A sweeper crashed, or is at it just now.
      }
    }
  }

  private static void sweep(Path starting, Path swept) throws IOException {
    DurableFiles.deleteTree(swept);
    try {
      DurableFiles.rename(starting, swept);
    } catch (FileSystemException e) {
      return; // It has its name by now, or another host sweeps it.
    }
    DurableFiles.deleteTree(swept);
  }

  private StateException held(String by) {
    return new StateException(
        StateException.Reason.HELD,
        String.format(
            "Cannot use the state in '%s': %s, expected no other holder (end that process, wait"
                + " until its lease runs out, or take over with --take-over)",
            layout.root(), by));
  }

  private StateException failed(String what, IOException e) {
    return new StateException(
        StateException.Reason.FAILED,
        "Cannot " + what + " the state in '" + layout.root() + "': " + e,
        e);
  }
}
