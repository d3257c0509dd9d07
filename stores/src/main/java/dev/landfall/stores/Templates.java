package dev.landfall.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders of the cache that are made once: unpacked binaries, initialised data directories,
 * archives of loaded classes. A folder is made beside its place and renamed, so what stands there
 * is whole; a crash while making it leaves a folder that the next maker deletes. Thread-safe.
 */
final class Templates {
  private static final Logger LOG = LoggerFactory.getLogger(Templates.class);
  private static final Duration BUILD_BOUND = Duration.ofMinutes(20);

  private Templates() {}

  /** The folder {@code name}, made by {@code maker} if it is not there. */
  static Path folder(String name, Consumer<Path> maker) {
    Path ready = Folders.cache("made").resolve(name);
    if (Files.isDirectory(ready)) {
      return ready;
    }
    return SharedLock.hold("make-" + name, BUILD_BOUND, () -> make(ready, maker));
  }

  private static Path make(Path ready, Consumer<Path> maker) {
    if (Files.isDirectory(ready)) {
      return ready;
    }
    LOG.info("Preparing {} (once; kept in {})", ready.getFileName(), ready.getParent());
    Path unfinished = ready.resolveSibling(ready.getFileName() + ".unfinished");
    Folders.delete(unfinished);
    maker.accept(Folders.made(unfinished));
    try {
      Files.move(unfinished, ready, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StoreException("Cannot keep \"" + ready + "\"", e);
    }
    return ready;
  }
}
