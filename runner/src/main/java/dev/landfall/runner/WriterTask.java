package dev.landfall.runner;

import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Barrier;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A writing thread: takes batches and barriers out of its inbox. */
final class WriterTask implements Runnable {
  private final int number;
  private final Writer writer;
  private final Inbox inbox;
  private final HeldState state;
  private final Counters counters;
  private final Events events;
  private final Pulse pulse;
  private long sinceBarrier;

  WriterTask(
      int number, Writer writer, Inbox inbox, HeldState state, Counters counters, Events events) {
    this.number = number;
    this.writer = writer;
    this.inbox = inbox;
    this.state = state;
    this.counters = counters;
    this.events = events;
    this.pulse = new Pulse("writer " + number);
  }

  /** Tells what this writer is at. */
  Pulse pulse() {
    return pulse;
  }

  @Override
  public void run() {
    try (writer) {
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
    pulse.enter(Pulse.Call.WRITE);
    writer.write(batch, pulse);
    pulse.leave();
    sinceBarrier += batch.size();
    counters.written(batch.size());
  }

  private void barrier(CheckpointId checkpoint) throws SinkException, InterruptedException {
    pulse.enter(Pulse.Call.BARRIER);
    CompletableFuture<List<Barrier>> ended = writer.barrier();
    pulse.leave();
    long records = sinceBarrier;
    long rejected = writer.letters().takeRejected();
    sinceBarrier = 0;
    CompletableFuture<List<Barrier>> unused =
        ended.whenComplete(
            (barriers, error) -> tell(new Part(checkpoint, records, rejected), barriers, error));
  }

  /** What was handed over since the barrier before. */
  private record Part(CheckpointId checkpoint, long records, long rejected) {}

  /** May run on a sealing thread. */
  private void tell(Part part, @Nullable List<Barrier> barriers, @Nullable Throwable error) {
    if (barriers != null) {
      events.post(
          new Event.WriterAtBarrier(
              number, part.checkpoint, barriers, part.records, part.rejected));
    } else if (error != null) {
      Throwable cause = error instanceof CompletionException ? error.getCause() : error;
      events.post(new Event.Failed(cause == null ? error : cause));
    }
  }
}
