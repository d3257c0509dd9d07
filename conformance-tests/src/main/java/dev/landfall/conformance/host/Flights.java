package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.Barrier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * The checkpoints of one process between their barrier and their end, and the sealer that works
 * beside the writing thread. One thread at a time: the sealer's turn comes when the host says so.
 */
final class Flights {
  private final Run run;
  private final Instance instance;
  private final Map<String, Flight> byLabel = new LinkedHashMap<>();
  private final Deque<Runnable> sealing = new ArrayDeque<>();

  /** A checkpoint in flight: what its writers have given so far. One thread at a time. */
  static final class Flight {
    private final CheckpointId id;
    private final Map<String, Long> positions;
    private final List<CompletableFuture<Barrier>> barriers = new ArrayList<>();
    private final List<Barrier> done = new ArrayList<>();

    Flight(CheckpointId id, Map<String, Long> positions) {
      this.id = id;
      this.positions = positions;
    }

    CheckpointId id() {
      return id;
    }

    Map<String, Long> positions() {
      return positions;
    }

    List<Barrier> done() {
      return done;
    }
  }

  Flights(Run run, Instance instance) {
    this.run = run;
    this.instance = instance;
  }

  /** Where the sdk's drivers leave the sealing of segments. */
  Executor sealer() {
    return sealing::add;
  }

  Flight begin(String label, CheckpointId id, Map<String, Long> positions) {
    Flight flight = new Flight(id, positions);
    byLabel.put(label, flight);
    return flight;
  }

  boolean has(String label) {
    return byLabel.containsKey(label);
  }

  Flight of(String label) {
    Flight flight = byLabel.get(label);
    if (flight == null) {
      throw new IllegalStateException("no barrier of " + label);
    }
    return flight;
  }

  void end(String label) {
    byLabel.remove(label);
  }

  /** One more writer has met the barrier. */
  void add(Flight flight, CompletableFuture<Barrier> barrier) throws SinkException {
    flight.barriers.add(barrier);
    instance.requireAlive();
    land(flight);
  }

  /** Lets the sealer do everything that waits for it. */
  void seal() throws SinkException {
    while (!sealing.isEmpty()) {
      sealing.remove().run();
      instance.requireAlive();
    }
    for (Flight flight : byLabel.values()) {
      land(flight);
    }
  }

  /** Takes what has completed; a sealing that failed fails the checkpoint. */
  private void land(Flight flight) throws SinkException {
    while (flight.done.size() < flight.barriers.size()) {
      CompletableFuture<Barrier> next = flight.barriers.get(flight.done.size());
      if (!next.isDone()) {
        return;
      }
      Barrier barrier = joined(next);
      flight.done.add(barrier);
      run.log()
          .add(
              new Event.Ended(
                  instance.number(),
                  barrier.interval().toString(),
                  barrier.committable().isPresent()));
    }
  }

  private static Barrier joined(CompletableFuture<Barrier> future) throws SinkException {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof SinkException failure
          ? failure
          : new SinkException("Cannot end an interval: " + e.getCause(), e);
    }
  }
}
