package dev.landfall.sink.kafka;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.jspecify.annotations.Nullable;

/**
 * The transactional ids of one writer: one in use, one standing by, the rest waiting for their
 * commit (T-13). Thread-safe; one writer takes from it.
 *
 * <p><b>Protocol.</b> {@code ( take prepared | take abandoned )* close}. A committer, perhaps in
 * another process, ends a prepared transaction behind its producer's back, so that producer is of
 * no further use and is closed at once; the next one is made beside the writes, on the pool's own
 * thread, so that a barrier does not wait for it.
 *
 * <p><b>Invariants.</b> A slot is used again only when the broker has said that its transaction is
 * committed, or when it never held one: initialising it earlier would abort what is prepared, and
 * initialising it after an abort would wipe out the proof of the loss (HO-14). {@link #take} never
 * waits for a commit (HO-3).
 *
 * <p><b>Crash analysis.</b> The pool holds nothing durable: all slots of a dead writer are fenced
 * by its successor.
 */
final class SlotPool implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final ProducerFactory factory;
  private final Clients clients;
  private final HostTime time;
  private final int slots;
  private final ThreadPoolExecutor background;

  /** Guards everything below. */
  private final Object lock = new Object();

  /** Slots whose prepared transaction was not seen to be ended, oldest first. */
  private final Map<Integer, ReadyProducer> waiting = new LinkedHashMap<>();

  private int unused;
  private @Nullable ReadyProducer standby;
  private @Nullable Throwable failure;
  private boolean exhausted;
  private boolean closed;

  SlotPool(ProducerFactory factory, Clients clients) {
    this.factory = factory;
    this.clients = clients;
    this.time = clients.context().time();
    this.slots = clients.configuration().slots();
    this.background =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), clients.context().threads());
    background.execute(this::standBy);
  }

  /**
   * The producer that stands by; waits while it is being made.
   *
   * @throws StoreUnavailableException if all slots wait for their commit (HO-14)
   */
  ReadyProducer take() throws SinkException, InterruptedException {
    ReadyProducer taken = awaitStandby();
    inBackground(this::standBy); // its successor has a whole interval to become ready
    return taken;
  }

  private ReadyProducer awaitStandby() throws SinkException, InterruptedException {
    synchronized (lock) {
      while (standby == null) {
        requireHope();
        lock.wait(LOOK_AGAIN.toMillis());
      }
      ReadyProducer taken = standby;
      standby = null;
      return taken;
    }
  }

  private void requireHope() throws SinkException, InterruptedException {
    if (failure instanceof SinkException known) {
      throw known;
    }
    if (failure != null) {
      throw Failures.of("make a producer ready", failure);
    }
    if (closed) {
      throw new SinkException("Cannot begin a transaction: the writer is closed");
    }
    if (exhausted) {
      throw new StoreUnavailableException(
          "Cannot begin a transaction: all "
              + slots
              + " slots wait for their commit: "
              + waiting.values().stream().map(one -> one.id().toString()).toList()
              + " (HO-14) (raise 'slots' if checkpoints complete that late)");
    }
  }

  /** Takes back a producer whose transaction is prepared. */
  void prepared(ReadyProducer producer) {
    synchronized (lock) {
      waiting.put(producer.id().slot(), producer);
    }
    inBackground(() -> factory.close(producer.producer()));
  }

  private void inBackground(Runnable task) {
    try {
      background.execute(task);
    } catch (RejectedExecutionException e) {
      // Closed meanwhile: what the task would have freed is freed there.
    }
  }

  /** Makes the next producer; on the pool's thread. */
  private void standBy() {
    try {
      long deadline = time.nanos() + clients.configuration().requestTimeout().toNanos();
      Look look = look();
      while (look.free.isEmpty() && !isClosed()) {
        say(look.decided == 0 || time.nanos() > deadline);
        time.pause(LOOK_AGAIN);
        look = look();
      }
      if (look.free.isPresent() && !isClosed()) {
        say(false);
        offer(factory.make(look.free.get()));
      }
    } catch (SinkException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(e);
    }
  }

  private boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  private void say(boolean nothingFree) {
    synchronized (lock) {
      exhausted = nothingFree;
      lock.notifyAll();
    }
  }

  private void fail(Throwable error) {
    synchronized (lock) {
      if (failure == null) {
        failure = error;
      }
      lock.notifyAll();
    }
  }

  private void offer(ReadyProducer ready) {
    boolean late;
    synchronized (lock) {
      late = closed;
      if (!late) {
        standby = ready;
      }
      lock.notifyAll();
    }
    if (late) {
      factory.close(ready.producer());
    }
  }

  /**
   * What a look at the slots has shown.
   *
   * @param free one to use
   * @param decided how many are committed but for the broker's own marks: who waits for those waits
   *     for the broker alone, within a bound, and never for a commit of this pipeline (HO-3)
   */
  private record Look(Optional<Integer> free, long decided) {}

  /** A committed slot before one that was never used: few ids, each used often. */
  private Look look() throws SinkException, InterruptedException {
    Map<Integer, ReadyProducer> asked;
    synchronized (lock) {
      asked = new LinkedHashMap<>(waiting);
    }
    Map<String, TransactionDescription> states =
        asked.isEmpty()
            ? Map.of()
            : clients
                .cluster()
                .describe(asked.values().stream().map(one -> one.id().toString()).toList());
    for (ReadyProducer one : asked.values()) {
      TransactionDescription state = states.get(one.id().toString());
      if (state != null && state.state() == TransactionState.COMPLETE_COMMIT) {
        clients.figures().ended(one.id().toString());
        synchronized (lock) {
          waiting.remove(one.id().slot());
        }
        return new Look(Optional.of(one.id().slot()), 0);
      }
    }
    long decided =
        states.values().stream()
            .filter(state -> state.state() == TransactionState.PREPARE_COMMIT)
            .count();
    synchronized (lock) {
      return new Look(unused < slots ? Optional.of(unused++) : Optional.empty(), decided);
    }
  }

  /** Frees every producer; leaves every transaction as it is (T-11). Idempotent. */
  @Override
  public void close() {
    ReadyProducer left;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      left = standby;
      standby = null;
      lock.notifyAll();
    }
    // No interrupt: it would leave a client half closed. What is queued closes producers and makes
    // none any more; the thread ends after it.
    background.shutdown();
    if (left != null) {
      factory.close(left.producer());
    }
  }
}
