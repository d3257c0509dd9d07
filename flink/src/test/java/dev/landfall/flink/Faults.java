package dev.landfall.flink;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The fault of the running test, and what the sink under test has done so far. All task managers
 * live in this process, so tasks share it. Thread-safe.
 */
final class Faults {
  /** Two checkpoints are left in peace, so that there is something to restore and to repeat. */
  private static final long FROM_CHECKPOINT = 3;

  private static final AtomicReference<Fault> ARMED = new AtomicReference<>(Fault.NONE);
  private static final AtomicInteger FIRED = new AtomicInteger();
  private static final AtomicInteger WRITERS = new AtomicInteger();
  private static final Map<Long, AtomicInteger> SNAPSHOTS = new ConcurrentHashMap<>();
  private static final AtomicReference<Runnable> BEFORE = new AtomicReference<>(() -> {});

  /** Until then the source gives its last records in a trickle, so that no job ends before. */
  private static final AtomicReference<CompletableFuture<Void>> OVER =
      new AtomicReference<>(CompletableFuture.completedFuture(null));

  private Faults() {}

  static void arm(Fault fault) {
    arm(fault, () -> {});
  }

  /** Arms a fault together with harm that is done to the store in the same moment. */
  static void arm(Fault fault, Runnable harm) {
    FIRED.set(0);
    WRITERS.set(0);
    SNAPSHOTS.clear();
    BEFORE.set(harm);
    OVER.set(
        fault == Fault.NONE ? CompletableFuture.completedFuture(null) : new CompletableFuture<>());
    ARMED.set(fault);
  }

  /** Without a fault, lets the source keep its last records back until {@link #happened}. */
  static void hold() {
    arm(Fault.NONE);
    OVER.set(new CompletableFuture<>());
  }

  static CompletableFuture<Void> over() {
    return OVER.get();
  }

  static int fired() {
    return FIRED.get();
  }

  /** How many writers were opened, in all attempts. */
  static int writers() {
    return WRITERS.get();
  }

  static void writerOpened() {
    WRITERS.incrementAndGet();
  }

  static void writerSnapshotted(long checkpoint) {
    SNAPSHOTS.computeIfAbsent(checkpoint, id -> new AtomicInteger()).incrementAndGet();
  }

  /** Waits until all writers have prepared for this checkpoint. */
  static void awaitSnapshots(long checkpoint, int writers) throws Exception {
    Await.until(
        "snapshot of " + writers + " writers for checkpoint " + checkpoint,
        () -> {
          AtomicInteger count = SNAPSHOTS.get(checkpoint);
          return count != null && count.get() >= writers;
        });
  }

  static void awaitCheckpoint() throws Exception {
    Await.until("third checkpoint", () -> SNAPSHOTS.containsKey(FROM_CHECKPOINT));
  }

  /** Whether the fault is due at this checkpoint; true once. */
  static boolean due(Fault fault, long checkpoint) {
    boolean due =
        ARMED.get() == fault && checkpoint >= FROM_CHECKPOINT && FIRED.compareAndSet(0, 1);
    if (due) {
      OVER.get().complete(null);
    }
    return due;
  }

  static void fail(Fault fault) throws IOException {
    BEFORE.get().run();
    throw new IOException("injected: " + fault);
  }

  /** The fault happens by another hand. */
  static void happened() {
    FIRED.incrementAndGet();
    OVER.get().complete(null);
  }
}
