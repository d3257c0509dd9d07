package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Processes that can hold a sink: the one that has recovered a point is the victim of the next, and
 * one more stands ready, so that no run waits for a start. One thread at a time.
 *
 * <p>The first one archives its classes when {@link #archive} ends it; none stands ready before.
 */
final class Children implements AutoCloseable {
  private static final int SPARE = 1;

  private final ClassArchive classes;
  private final SinkLog log;
  private final LogTail tail;
  private final Deque<Child> ready = new ArrayDeque<>();
  private IntFunction<List<ObjectNode>> warmUp = number -> List.of();
  private int started;
  private boolean archives;

  Children(ClassArchive classes, SinkLog log) {
    this.classes = classes;
    this.log = log;
    this.tail = new LogTail(log.file());
    this.archives = classes.isPossible();
  }

  Child take() {
    Child child = ready.isEmpty() ? start() : ready.remove();
    while (!child.isAlive()) {
      child = ready.isEmpty() ? start() : ready.remove();
    }
    while (!archives && ready.size() < SPARE) {
      ready.add(start());
    }
    return child;
  }

  private Child start() {
    started++;
    Child child = Child.start(archives ? classes.making() : classes.using(), log.file());
    warmUp.apply(started).forEach(child::send);
    return child;
  }

  /** Those who have archived their classes end; all later ones start from that. */
  void archive() {
    if (archives) {
      ready.forEach(Child::end);
      ready.clear();
      archives = false;
    }
  }

  /**
   * Makes calls, anew for each process by its number, that it answers while it stands ready, so
   * that its classes are loaded by then.
   */
  void warmUp(IntFunction<List<ObjectNode>> calls) {
    warmUp = calls;
  }

  /** Its sink is closed in good order: another one may be opened in it. */
  void giveBack(Child child) {
    if (child.isAlive() && ready.size() < SPARE + 2) {
      ready.addFirst(child);
    } else {
      child.kill();
    }
  }

  /** The end of what they have said, for a message, without these secrets either. */
  String lastSaid(Collection<String> secrets) {
    return log.without(secrets).last();
  }

  /** What all of them log. */
  LogTail log() {
    return tail;
  }

  int started() {
    return started;
  }

  /**
   * Those that stand ready may be amidst a rehearsal: it leaves nothing when it comes to its end.
   */
  @Override
  public void close() {
    ready.forEach(Child::awaitAnswers);
    ready.forEach(Child::kill);
    ready.clear();
  }
}
