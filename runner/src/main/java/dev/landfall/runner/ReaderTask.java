package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A reading thread. Between two reads it takes what the coordinator asks: a split to read, a
 * barrier to send, the end.
 */
final class ReaderTask implements Runnable {
  /** What the coordinator asks. */
  private sealed interface Request {}

  private record Assign(String split, Optional<SplitPosition> from) implements Request {}

  private record SendBarrier(CheckpointId checkpoint) implements Request {}

  private record StopReading() implements Request {}

  private final int number;
  private final Source source;
  private final Outlet outlet;
  private final Events events;
  private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private boolean reading = true;
  private boolean stopped;

  ReaderTask(int number, Source source, Outlet outlet, Events events) {
    this.number = number;
    this.source = source;
    this.outlet = outlet;
    this.events = events;
  }

  /** Asks for a split to be read. Thread-safe. */
  void assign(String split, Optional<SplitPosition> from) {
    requests.add(new Assign(split, from));
  }

  /** Asks for a barrier. Thread-safe. */
  void sendBarrier(CheckpointId checkpoint) {
    requests.add(new SendBarrier(checkpoint));
  }

  /** Asks to read no more; barriers are still sent. Thread-safe. */
  void stopReading() {
    requests.add(new StopReading());
  }

  @Override
  public void run() {
    try (SourceReader reader = source.reader()) {
      while (true) {
        Request request = reading ? requests.poll() : requests.take();
        if (request != null) {
          handle(request, reader);
        } else {
          read(reader);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SourceException | RuntimeException | Error e) {
      events.post(new Event.Failed(e));
    }
  }

  private void handle(Request request, SourceReader reader)
      throws SourceException, InterruptedException {
    if (request instanceof Assign assign) {
      reader.assign(assign.split, assign.from);
      reading = !stopped;
    } else if (request instanceof SendBarrier barrier) {
      // The positions and the barrier belong together: nothing is read in between (HO-2).
      outlet.barrier(barrier.checkpoint);
      events.post(new Event.ReaderAtBarrier(number, barrier.checkpoint, reader.positions()));
    } else {
      stopped = true;
      reading = false;
    }
  }

  private void read(SourceReader reader) throws SourceException, InterruptedException {
    SourceReader.Status status = reader.read(outlet);
    if (status != SourceReader.Status.MORE) {
      outlet.flush();
    }
    if (status == SourceReader.Status.END) {
      // Barriers are still to be sent, and a split may yet be found.
      reading = false;
      events.post(new Event.ReaderEnded(number));
    }
  }
}
