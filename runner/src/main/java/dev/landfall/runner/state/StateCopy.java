package dev.landfall.runner.state;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies a state directory that nobody uses, for another machine or for keeping. Stateless,
 * thread-safe.
 *
 * <p><b>Protocol.</b> Nobody holds it; generations and checkpoints are listed; checkpoints and log
 * segments are copied into {@code TARGET.copying} and forced to the device; nobody has taken the
 * state meanwhile, and the list is the same; one rename gives the copy its name. So a copy is there
 * whole or not at all, and is one state of one moment.
 *
 * <p>A lease is not copied, nor what a crash left half done: nobody holds the copy. The copy
 * continues the same lineage: only one of the two may go on. The store's fence and its
 * confirmations see to that (HO-15): the one that falls behind is refused.
 */
public final class StateCopy {
  private static final String UNFINISHED = ".copying";

  private final Layout from;
  private final HostTime time;

  private StateCopy(Layout from, HostTime time) {
    this.from = from;
    this.time = time;
  }

  /**
   * Copies.
   *
   * @param target must not be there
   * @return how many files were copied
   * @throws StateException {@code HELD} if a host holds the state or takes it meanwhile
   */
  public static int copy(Path source, Path target, HostTime time) throws StateException {
    return new StateCopy(new Layout(source.toAbsolutePath().normalize()), time)
        .to(target.toAbsolutePath().normalize());
  }

  private int to(Path target) throws StateException {
    Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
    try {
      requireAbsent(target);
      requireFree();
      List<Path> before = files();
      DurableFiles.deleteTree(unfinished); // of a copy that was interrupted
      for (Generation generation : from.generations()) {
        // One without checkpoints too: names of generations are never given back.
        Files.createDirectories(new Layout(unfinished).closed(generation));
      }
      for (Path file : before) {
        copy(file, unfinished.resolve(target(file)));
      }
      requireFree();
      if (!files().equals(before)) {
        throw held("it changed while it was copied");
      }
      Path parent = target.getParent();
      DurableFiles.rename(unfinished, target);
      if (parent != null) {
        DurableFiles.sync(parent);
      }
      return before.size();
    } catch (IOException e) {
      throw new StateException(
          StateException.Reason.FAILED,
          "Cannot copy the state in '" + from.root() + "' to '" + target + "': " + e,
          e);
    } finally {
      sweep(unfinished);
    }
  }

  private static void sweep(Path unfinished) {
    try {
      DurableFiles.deleteTree(unfinished);
    } catch (IOException e) {
      // Left behind under a name that says so; the next copy deletes it.
    }
  }

  private static void requireAbsent(Path target) throws StateException {
    if (Files.exists(target)) {
      throw new StateException(
          StateException.Reason.FAILED,
          "Cannot copy to '" + target + "': it is there, expected a new name");
    }
  }

  private void requireFree() throws IOException, StateException {
    for (Generation generation : from.generations()) {
      var holder = HolderFile.read(from.lease(generation));
      if (holder.isPresent() && !holder.get().isGone(time.now())) {
        throw held("it is held by " + holder.get());
      }
    }
  }

  private StateException held(String why) {
    return new StateException(
        StateException.Reason.HELD,
        String.format(
            "Cannot copy the state in '%s': %s, expected that nobody uses it"
                + " (stop the pipeline first; SIGTERM takes a last checkpoint)",
            from.root(), why));
  }

  /** Checkpoints and sealed segments, and the names of all generations. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (StoredCheckpoint checkpoint : from.checkpoints()) {
      files.add(checkpoint.file());
    }
    if (Files.isDirectory(from.log())) {
      Files.walkFileTree(
          from.log(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".seg")) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    }
    files.sort(null);
    return files;
  }

  /** What was open is closed in the copy: its host does not know of it. */
  private Path target(Path file) {
    Path relative = from.root().relativize(file);
    return relative.getNameCount() == 3 && relative.getName(1).toString().equals(Layout.OPEN)
        ? relative.getName(0).resolve(Layout.CLOSED).resolve(relative.getName(2))
        : relative;
  }

  private static void copy(Path file, Path to) throws IOException {
    Path parent = to.resolveSibling(".").normalize();
    Files.createDirectories(parent);
    Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
    try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    DurableFiles.sync(parent);
  }
}
