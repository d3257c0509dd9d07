package dev.landfall.examples.directory;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What operators see and do in a directory. One thread at a time.
 *
 * <p>Files of a generation that may still act are pending; those of a fenced one can never become
 * visible, so its directory is a leftover. Every path is made from the sink's own identity (SI-5).
 */
record DirectoryAdministration(SinkId sink, Layout layout, Disk disk, HostTime time)
    implements Administration {
  private static final String OPEN = "open file";
  private static final String PREPARED = "prepared file";
  private static final String FENCED = "fenced generation";
  private static final String WRITER = "directory of a writer";

  @Override
  public List<StoreEntry> pending() throws SinkException {
    return onDisk(
        "list what is staged for " + sink,
        () -> {
          List<StoreEntry> pending = new ArrayList<>();
          for (WriterId writer : writers()) {
            for (Path generation : Layout.list(layout.writer(writer))) {
              if (!Layout.isFenced(generation)) {
                pending.addAll(staged(writer, generation));
              }
            }
          }
          return pending;
        });
  }

  private List<StoreEntry> staged(WriterId writer, Path directory) throws IOException {
    Generation generation = Layout.generation(directory);
    List<StoreEntry> staged = new ArrayList<>();
    for (Path file : Layout.list(directory)) {
      Optional<IntervalId> interval =
          Layout.ordinal(file).map(ordinal -> new IntervalId(writer, generation, ordinal));
      if (interval.isPresent()) {
        boolean prepared = file.equals(layout.prepared(interval.get()));
        staged.add(entry(file, prepared ? PREPARED : OPEN, interval));
      }
    }
    return staged;
  }

  @Override
  public CommitOutcome commit(StoreEntry entry) throws SinkException {
    Path file = ours(entry);
    if (!entry.what().equals(PREPARED)) {
      throw new SinkException(
          "Cannot commit '"
              + entry.name()
              + "': it is not prepared, so records of its interval may be missing"
              + " (abort it, and start the pipeline to write them again)");
    }
    long bytes = onDisk("look at " + file, () -> Files.size(file));
    IntervalId interval = entry.interval().orElseThrow();
    return new DirectoryCommitter(layout, disk)
        .commit(Committable.of(interval, 1, DirectoryWriter.payload(bytes), 0, entry.name()));
  }

  @Override
  public void abort(StoreEntry entry) throws SinkException {
    Path file = ours(entry);
    onDisk(
        "abort " + file,
        () -> {
          disk.delete(file);
          return file;
        });
  }

  @Override
  public List<StoreEntry> leftovers() throws SinkException {
    return onDisk(
        "list fenced generations of " + sink,
        () -> {
          List<StoreEntry> leftovers = new ArrayList<>();
          for (WriterId writer : writers()) {
            for (Path generation : Layout.list(layout.writer(writer))) {
              if (Layout.isFenced(generation)) {
                leftovers.add(entry(generation, FENCED, Optional.empty()));
              }
            }
          }
          return leftovers;
        });
  }

  @Override
  public List<StoreEntry> bookkeeping() throws SinkException {
    return onDisk(
        "list the directories of " + sink,
        () -> {
          List<StoreEntry> directories = new ArrayList<>();
          for (WriterId writer : writers()) {
            directories.add(entry(layout.writer(writer), WRITER, Optional.empty()));
          }
          return directories;
        });
  }

  @Override
  public void remove(StoreEntry entry) throws SinkException {
    Path directory = ours(entry);
    if (entry.what().equals(FENCED) && Layout.isFenced(directory)) {
      onDisk("remove " + directory, () -> delete(directory));
    } else if (entry.what().equals(WRITER) && pendingIn(directory).isEmpty()) {
      onDisk("remove " + directory, () -> delete(directory));
    } else {
      throw new SinkException(
          "Cannot remove '" + entry.name() + "': it holds files that may still be committed");
    }
  }

  /** A directory and what is in it. */
  private Path delete(Path directory) throws IOException {
    for (Path child : Layout.list(directory)) {
      delete(child);
    }
    disk.delete(directory);
    return directory;
  }

  private List<StoreEntry> pendingIn(Path directory) throws SinkException {
    return pending().stream()
        .filter(entry -> layout.root().resolve(entry.name()).startsWith(directory))
        .toList();
  }

  private List<WriterId> writers() throws IOException {
    return layout.writers(new WriterScope(sink, 0, 1));
  }

  /** Nothing is touched that is not listed as the sink's own. */
  private Path ours(StoreEntry entry) throws SinkException {
    Path file = layout.root().resolve(entry.name()).normalize();
    boolean isOurs =
        onDisk("look for " + file, this::writers).stream()
            .anyMatch(writer -> file.startsWith(layout.writer(writer)));
    if (!isOurs) {
      throw new SinkException(
          "Cannot touch '" + entry.name() + "': it is not of " + sink + " (SI-5)");
    }
    return file;
  }

  private StoreEntry entry(Path file, String what, Optional<IntervalId> interval)
      throws IOException {
    Duration age = Duration.between(Files.getLastModifiedTime(file).toInstant(), time.now());
    Map<String, String> details =
        Files.isDirectory(file) ? Map.of() : Map.of("bytes", Long.toString(Files.size(file)));
    return new StoreEntry(
        layout.root().relativize(file).toString(),
        what,
        interval,
        Optional.of(age.isNegative() ? Duration.ZERO : age),
        Optional.empty(),
        details);
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  private interface DiskCall<T> {
    T run() throws IOException;
  }

  private static <T> T onDisk(String what, DiskCall<T> call) throws SinkException {
    try {
      return call.run();
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot " + what + ": " + e, e);
    }
  }
}
