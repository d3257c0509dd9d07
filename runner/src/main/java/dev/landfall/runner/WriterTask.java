package dev.landfall.runner;

import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.WriterDriver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A writing thread: takes batches and barriers out of its inbox. */
final class WriterTask implements Runnable {
  private final int number;
  private final WriterDriver driver;
  private final Inbox inbox;
  private final HeldState state;
  private final Counters counters;
  private final Events events;
  private long sinceBarrier;

  WriterTask(
      int number,
      WriterDriver driver,
      Inbox inbox,
      HeldState state,
      Counters counters,
      Events events) {
    this.number = number;
    this.driver = driver;
    this.inbox = inbox;
    this.state = state;
    this.counters = counters;
    this.events = events;
  }

  @Override
  public void run() {
    try (driver) {
      Delivery delivery = inbox.take();
      while (!(delivery instanceof Delivery.Closed)) {
        deliver(delivery);
        delivery = inbox.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SinkException | StateException | RuntimeException | Error e) {
      events.post(new Event.Failed(e));
    }
  }

  private void deliver(Delivery delivery)
      throws SinkException, StateException, InterruptedException {
    // A process that was stopped and goes on writes nothing before it knows that nobody took over.
    state.requireFresh();
    if (delivery instanceof Batch batch) {
      write(batch);
    } else if (delivery instanceof Delivery.BarrierReached reached) {
      barrier(reached.checkpoint());
    }
  }

  private void write(Batch batch) throws SinkException, InterruptedException {
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      driver.write(batch.record(i));
    }
    sinceBarrier += size;
    counters.written(size);
  }

  private void barrier(CheckpointId checkpoint) throws SinkException, InterruptedException {
    long records = sinceBarrier;
    sinceBarrier = 0;
    CompletableFuture<Barrier> unused =
        driver
            .barrier()
            .whenComplete((barrier, error) -> tell(checkpoint, records, barrier, error));
  }

  /** May run on a sealing thread. */
  private void tell(
      CheckpointId checkpoint, long records, @Nullable Barrier barrier, @Nullable Throwable error) {
    if (barrier != null) {
      events.post(new Event.WriterAtBarrier(number, checkpoint, barrier, records));
    } else if (error != null) {
      Throwable cause = error instanceof CompletionException ? error.getCause() : error;
      events.post(new Event.Failed(cause == null ? error : cause));
    }
  }
}
