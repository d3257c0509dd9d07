package dev.landfall.conformance.check;

import dev.landfall.conformance.model.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** One start of a host, as far as a history has told. One thread at a time. */
final class Instance {
  final int number;
  final String pipeline;
  final int parallelism;

  /** The checkpoint that it starts from, or 0. */
  final long restored;

  final boolean acceptsReplay;
  long generation;
  boolean recovered;
  private final Deque<Event.Called> calls = new ArrayDeque<>();

  Instance(Event.Started started) {
    this.number = started.process();
    this.pipeline = started.pipeline();
    this.parallelism = started.parallelism();
    this.restored = started.restored();
    this.acceptsReplay = started.acceptsReplay();
  }

  /** The innermost call of the sink, or empty between two of them. */
  Optional<Event.Called> call() {
    return Optional.ofNullable(calls.peek());
  }

  void enter(Event.Called called) {
    calls.push(called);
  }

  void leave(String call) {
    Event.Called innermost = calls.peek();
    if (innermost != null && innermost.call().equals(call)) {
      calls.pop();
    }
  }
}
