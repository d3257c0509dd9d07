package dev.landfall.examples.directory;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Who may stage files for a writer: the process that made the directory of its newest generation.
 * Immutable, thread-safe.
 *
 * @param instance the token of this process; two starters may choose one generation, and it belongs
 *     to the one who made it
 */
record Generations(Layout layout, Disk disk, String instance) {
  /**
   * Makes the directory of a generation, or finds that this process has made it before.
   *
   * @throws FencedException if another process has made it, or a newer one
   */
  void claim(WriterId writer, Generation generation) throws SinkException {
    Path directory = layout.generation(writer, generation);
    try {
      // 1. ours is there  2. look for newer ones: see the invariant in package-info
      make(directory);
      for (Path other : Layout.list(layout.writer(writer))) {
        if (generation.isOlderThan(Layout.generation(other))) {
          throw new FencedException(
              "Cannot stage files in "
                  + directory
                  + ": "
                  + other.getFileName()
                  + " has taken over");
        }
      }
    } catch (IOException e) {
      throw new StoreUnavailableException("Cannot claim " + directory + ": " + e, e);
    }
  }

  private void make(Path directory) throws IOException, FencedException {
    Path owner = directory.resolve("owner");
    disk.makeDirectories(directory.resolveSibling("."));
    try {
      disk.makeDirectory(directory);
      disk.write(owner, instance);
    } catch (FileAlreadyExistsException e) {
      if (!Files.exists(owner) || !Files.readString(owner).equals(instance)) {
        throw new FencedException(
            "Cannot stage files in " + directory + ": another process has made it", e);
      }
    }
    disk.sync(directory.resolveSibling("."));
  }
}
