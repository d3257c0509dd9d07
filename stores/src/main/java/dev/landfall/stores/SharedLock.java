package dev.landfall.stores;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock between threads and between JVMs, named by a file of the state folder. The system releases
 * it when the JVM dies. Thread-safe.
 *
 * <p>A file lock belongs to the JVM, so an ordinary lock for its threads stands before it.
 */
final class SharedLock {
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private SharedLock() {}

  static <T> T hold(String name, Duration bound, Supplier<T> action) {
    Path file = Folders.state("locks").resolve(name + ".lock");
    ReentrantLock threads = THREADS.computeIfAbsent(file, path -> new ReentrantLock());
    Deadline deadline = Deadline.in(bound);
    enter(threads, file, bound);
    try {
      return threads.getHoldCount() > 1 ? action.get() : holdFile(file, deadline, action);
    } finally {
      threads.unlock();
    }
  }

  private static <T> T holdFile(Path file, Deadline deadline, Supplier<T> action) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (!deadline.await(() -> tryLock(channel) != null)) {
        throw busy(file);
      }
      return action.get(); // closing the channel releases the lock
    } catch (IOException e) {
      throw new StoreException("Cannot lock \"" + file + "\"", e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) {
    try {
      return channel.tryLock();
    } catch (IOException e) {
      throw new StoreException("Cannot take a file lock (set LANDFALL_STATE to a local disk)", e);
    }
  }

  private static void enter(ReentrantLock threads, Path file, Duration bound) {
    try {
      if (!threads.tryLock(bound.toMillis(), TimeUnit.MILLISECONDS)) {
        throw busy(file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Cannot lock \"" + file + "\": interrupted", e);
    }
  }

  private static StoreException busy(Path file) {
    return new StoreException("Cannot lock \"" + file + "\": another process holds it too long");
  }
}
