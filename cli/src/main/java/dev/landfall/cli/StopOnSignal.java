package dev.landfall.cli;

import dev.landfall.runner.Pipeline;
import java.io.PrintWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Turns SIGTERM and SIGINT into an orderly end: a last checkpoint and its commit; a second signal
 * ends the process at once, as a crash. Thread-safe.
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
  private final Pipeline pipeline;
  private final PrintWriter err;

  private StopOnSignal(Pipeline pipeline, PrintWriter err) {
    this.pipeline = pipeline;
    this.err = err;
  }

  static StopOnSignal of(Pipeline pipeline, PrintWriter err) {
    StopOnSignal stop = new StopOnSignal(pipeline, err);
    stop.handle("INT", 2);
    stop.handle("TERM", 15);
    return stop;
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
    err.println("stopping after a last checkpoint; a second signal ends at once");
    pipeline.stop();
  }

  private void handle(String name, int number) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      IntConsumer action = this::signalled;
      MethodHandle signalled =
          MethodHandles.publicLookup()
              .findVirtual(
                  IntConsumer.class, "accept", MethodType.methodType(void.class, int.class))
              .bindTo(action);
      MethodHandle ignoringItsSignal =
          MethodHandles.dropArguments(MethodHandles.insertArguments(signalled, 0, number), 0, type);
      Object made = type.getConstructor(String.class).newInstance(name);
      type.getMethod("handle", type, handler)
          .invoke(null, made, MethodHandleProxies.asInterfaceInstance(handler, ignoringItsSignal));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      err.println("warning: SIG" + name + " ends this run as a crash does: " + e);
    }
  }
}
