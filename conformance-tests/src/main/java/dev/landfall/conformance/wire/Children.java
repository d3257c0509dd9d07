package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Processes that can hold a sink: the one that has recovered a point is the victim of the next, and
 * one more stands ready, so that no run waits for a start. One thread at a time.
 */
final class Children implements AutoCloseable {
  private static final int SPARE = 1;

  private final List<String> command;
  private final File errors;
  private final Deque<Child> ready = new ArrayDeque<>();
  private List<ObjectNode> warmUp = List.of();
  private int started;

  Children(List<String> command, File errors) {
    this.command = List.copyOf(command);
    this.errors = errors;
  }

  Child take() {
    Child child = ready.isEmpty() ? start() : ready.remove();
    while (!child.isAlive()) {
      child = ready.isEmpty() ? start() : ready.remove();
    }
    while (ready.size() < SPARE) {
      ready.add(start());
    }
    return child;
  }

  private Child start() {
    started++;
    Child child = Child.start(command, errors);
    warmUp.forEach(call -> child.send(call.deepCopy()));
    return child;
  }

  /** Calls that a process makes while it stands ready, so that its classes are loaded by then. */
  void warmUp(List<ObjectNode> calls) {
    warmUp = List.copyOf(calls);
  }

  /** Its sink is closed in good order: another one may be opened in it. */
  void giveBack(Child child) {
    if (child.isAlive() && ready.size() < SPARE + 2) {
      ready.addFirst(child);
    } else {
      child.kill();
    }
  }

  int started() {
    return started;
  }

  @Override
  public void close() {
    ready.forEach(Child::kill);
    ready.clear();
  }
}
