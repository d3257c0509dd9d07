package dev.landfall.conformance.host;

import dev.landfall.conformance.schedule.Step;
import dev.landfall.conformance.schedule.Step.Kind;
import java.util.List;

/**
 * Where a lane is in its steps, and where it goes back to after a crash. One thread at a time.
 *
 * <p>What is durable is behind it for good: a crash goes back behind the newest durable checkpoint,
 * or to the last planned start if there is none since.
 */
final class Cursor {
  private final List<Step> steps;
  private int position;
  private int lastStart;
  private int lastDurable = -1;

  Cursor(List<Step> steps) {
    this.steps = steps;
  }

  int position() {
    return position;
  }

  Step step(int at) {
    return steps.get(at);
  }

  int size() {
    return steps.size();
  }

  boolean isAtEnd() {
    return position >= steps.size();
  }

  void goTo(int newPosition) {
    position = newPosition;
  }

  void toEnd() {
    position = steps.size();
  }

  /** A planned start is made here. */
  void starts() {
    lastStart = position;
  }

  /** A checkpoint became durable here. */
  void durable() {
    lastDurable = position;
  }

  void rewind() {
    position = lastDurable > lastStart ? lastDurable + 1 : lastStart;
  }

  /** The first commit from there on of a checkpoint that becomes durable from there on. */
  int nextCommit(int from) {
    boolean durable = false;
    for (int at = from; at < steps.size(); at++) {
      durable |= steps.get(at).kind() == Kind.DURABLE;
      if (durable && steps.get(at).kind() == Kind.NOTIFY) {
        return at;
      }
    }
    return steps.size() - 1;
  }
}
