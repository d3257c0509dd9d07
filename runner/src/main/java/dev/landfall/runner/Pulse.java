package dev.landfall.runner;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a thread is at inside a sink, and whether anything moves there. Written by that thread, read
 * by the coordinator; costs a plain store for each record, and no look at a clock.
 */
final class Pulse {
  /** Where a thread may be. */
  enum Call {
    NOWHERE("nowhere"),
    WRITE("write"),
    BARRIER("flush or prepare"),
    COMMIT("commit");

    private final String word;

    Call(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  private final String who;
  private final AtomicLong steps = new AtomicLong();
  private volatile Call call = Call.NOWHERE;
  private long count;

  /**
   * Makes it.
   *
   * @param who for people: {@code writer 0}
   */
  Pulse(String who) {
    this.who = who;
  }

  void enter(Call entered) {
    step();
    call = entered;
  }

  /** Something moved: a record was taken. */
  void step() {
    steps.lazySet(++count); // Late by nanoseconds; nobody is called stuck before seconds.
  }

  void leave() {
    step();
    call = Call.NOWHERE;
  }

  Call call() {
    return call;
  }

  long steps() {
    return steps.get();
  }

  String who() {
    return who;
  }
}
