package dev.landfall.runner;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes daemon threads named after the pipeline. Thread-safe. */
final class Threads implements ThreadFactory {
  private final String prefix;
  private final AtomicInteger made = new AtomicInteger();

  Threads(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public Thread newThread(Runnable task) {
    return named(prefix + "-" + made.incrementAndGet(), task);
  }

  static Thread named(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
