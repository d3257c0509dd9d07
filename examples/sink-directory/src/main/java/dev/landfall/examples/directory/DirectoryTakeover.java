package dev.landfall.examples.directory;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ends older generations by renaming their directories away. One thread at a time. */
record DirectoryTakeover(Layout layout, Disk disk, Generations generations) implements Takeover {
  private static final String FENCED = ".fenced";

  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    return onDisk(
        "look for generations of " + scope,
        () -> {
          // Visible files count as well: their names must never be used again.
          Generation newest =
              layout.visible(scope).stream()
                  .map(IntervalId::generation)
                  .reduce(Generation.NONE, Generation::max);
          for (Path directory : generationsOf(scope)) {
            newest = newest.max(Layout.generation(directory));
          }
          return newest;
        });
  }

  /** The directory of the last generation stays. */
  @Override
  public boolean keepsGenerations() {
    return true;
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    return onDisk(
        "look for visible files of " + scope,
        () -> {
          List<IntervalId> visible = layout.visible(scope);
          return visible.stream()
              .filter(
                  one ->
                      visible.stream()
                          .noneMatch(
                              other -> other.writer().equals(one.writer()) && other.isAfter(one)))
              .toList();
        });
  }

  @Override
  public void fence(WriterScope scope, Generation current) throws SinkException {
    // 1. ours is there, for every writer of the scope  2. older ones go: an older instance that
    // starts in between sees ours
    generations.claim(scope.writer(), current);
    for (WriterId writer : onDisk("look for writers of " + scope, () -> layout.writers(scope))) {
      generations.claim(writer, current);
    }
    for (Path older : onDisk("look for generations of " + scope, () -> older(scope, current))) {
      onDisk("fence " + older, () -> renameAway(older));
    }
  }

  private Path renameAway(Path older) throws IOException {
    if (Layout.isFenced(older)) {
      return older;
    }
    Path fenced = older.resolveSibling(older.getFileName() + FENCED);
    disk.rename(older, fenced);
    disk.sync(older.resolveSibling("."));
    return fenced;
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) throws SinkException {
    return onDisk(
        "abort what is dangling in " + scope,
        () -> {
          List<String> aborted = new ArrayList<>();
          for (Path older : older(scope, current)) {
            for (Path file : Layout.list(older)) {
              disk.delete(file);
              if (!file.endsWith("owner")) {
                aborted.add("staged file " + file);
              }
            }
            disk.delete(older);
          }
          return aborted;
        });
  }

  private List<Path> older(WriterScope scope, Generation current) throws IOException {
    return generationsOf(scope).stream()
        .filter(directory -> Layout.generation(directory).isOlderThan(current))
        .toList();
  }

  private List<Path> generationsOf(WriterScope scope) throws IOException {
    List<Path> directories = new ArrayList<>();
    for (WriterId writer : layout.writers(scope)) {
      directories.addAll(Layout.list(layout.writer(writer)));
    }
    return directories;
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
