package dev.landfall.cli;

import java.io.PrintWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Turns SIGTERM and SIGINT into an orderly end; a second signal ends the process at once, as a
 * crash. Thread-safe.
 *
 * <p>Not by a shutdown hook: hooks run beside each other, and that of H2, for one, closes the
 * database while the last checkpoint still writes into it. {@code sun.misc.Signal} has no official
 * successor and no warning that could be suppressed, so it is reached by reflection; where a JVM
 * lacks it, a signal ends the process as a crash does, and the next start recovers.
 */
final class StopOnSignal {
  /** What a shell adds to a signal's number. */
  private static final int SIGNALLED = 128;

  private final AtomicInteger signal = new AtomicInteger();
  private final String how;
  private final Runnable action;
  private final PrintWriter err;

  private StopOnSignal(String how, Runnable action, PrintWriter err) {
    this.how = how;
    this.action = action;
    this.err = err;
  }

  /**
   * From now on signals end this process in order.
   *
   * @param how is told, as {@code stopping after …}
   * @param action is done in a thread of the JVM's
   */
  static StopOnSignal of(String how, Runnable action, PrintWriter err) {
    StopOnSignal stop = new StopOnSignal(how, action, err);
    stop.handle("INT", 2);
    stop.handle("TERM", 15);
    return stop;
  }

  boolean isSignalled() {
    return signal.get() != 0;
  }

  /** The exit code of a run that ended in order. */
  int exitCode() {
    int number = signal.get();
    return number == 0 ? Exit.DONE.code() : SIGNALLED + number;
  }

  private void signalled(int number) {
    if (!signal.compareAndSet(0, number)) {
      Runtime.getRuntime().halt(SIGNALLED + number);
    }
    err.println(how + "; a second signal ends at once");
    action.run();
  }

  private void handle(String name, int number) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      IntConsumer signalled = this::signalled;
      MethodHandle handle =
          MethodHandles.publicLookup()
              .findVirtual(
                  IntConsumer.class, "accept", MethodType.methodType(void.class, int.class))
              .bindTo(signalled);
      MethodHandle ignoringItsSignal =
          MethodHandles.dropArguments(MethodHandles.insertArguments(handle, 0, number), 0, type);
      Object made = type.getConstructor(String.class).newInstance(name);
      type.getMethod("handle", type, handler)
          .invoke(null, made, MethodHandleProxies.asInterfaceInstance(handler, ignoringItsSignal));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      err.println("warning: SIG" + name + " ends this run as a crash does: " + e);
    }
  }
}
