package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.SinkException;

/** Writes down every call of the sink under test and what became of it. One thread at a time. */
final class Trace {
  private final RunLog log;
  private final Gate gate;
  private final Instance instance;

  Trace(RunLog log, Gate gate, Instance instance) {
    this.log = log;
    this.gate = gate;
    this.instance = instance;
  }

  /** Before one writer, to see that one call follows the other. */
  Turnstile turnstile(String writer) {
    return new Turnstile(instance, log, writer);
  }

  /** A call of the sink. */
  @FunctionalInterface
  interface Call<T, E extends Exception> {
    T run() throws SinkException, InterruptedException, E;
  }

  /** Says what a result looks like in a history. */
  @FunctionalInterface
  interface Say<T> {
    String of(T result);
  }

  <T, E extends Exception> T call(
      Phase phase, String call, String target, Call<T, E> body, Say<T> say)
      throws SinkException, InterruptedException, E {
    instance.requireAlive();
    Phase before = instance.enter(within(phase));
    log.add(new Event.Called(instance.number(), call, target));
    try {
      gate.call(instance, call);
      T result = body.run();
      instance.requireAlive();
      gate.over();
      log.add(new Event.Returned(instance.number(), call, target, say.of(result)));
      return result;
    } catch (Killed | Runaway e) {
      throw e;
    } catch (Exception e) {
      gate.over();
      log.add(threw(call, target, e));
      throw e;
    } finally {
      instance.enter(before);
    }
  }

  /**
   * A commit or an abort inside recovery is part of recovery, and what a first start does to take
   * over, where nothing is yet, is part of its opening.
   */
  private Phase within(Phase asked) {
    Phase now = instance.phase();
    boolean starts =
        now == Phase.RECOVER
            || now == Phase.RESCALE
            || (now == Phase.OPEN && asked == Phase.RECOVER);
    return starts && asked != Phase.END ? now : asked;
  }

  /** A call without a result. */
  @FunctionalInterface
  interface Act<E extends Exception> {
    void run() throws SinkException, InterruptedException, E;
  }

  <E extends Exception> void act(Phase phase, String call, String target, Act<E> body)
      throws SinkException, InterruptedException, E {
    call(
        phase,
        call,
        target,
        (Call<Boolean, E>)
            () -> {
              body.run();
              return true;
            },
        done -> "");
  }

  /** A call that is made for every record: only its failure is written down. */
  <E extends Exception> void often(Phase phase, String call, String target, Act<E> body)
      throws SinkException, InterruptedException, E {
    instance.requireAlive();
    Phase before = instance.enter(phase);
    try {
      body.run();
      instance.requireAlive();
    } catch (Killed | Runaway e) {
      throw e;
    } catch (Exception e) {
      log.add(threw(call, target, e));
      throw e;
    } finally {
      instance.enter(before);
    }
  }

  private Event threw(String call, String target, Exception e) {
    return new Event.Threw(
        instance.number(),
        call,
        target,
        e.getClass().getSimpleName(),
        String.valueOf(e.getMessage()));
  }

  /** A call that throws nothing: {@code close}. */
  void quiet(Phase phase, String call, String target, Runnable body) {
    if (instance.isDead()) {
      return;
    }
    gate.beforeClose(instance);
    Phase before = instance.enter(phase);
    log.add(new Event.Called(instance.number(), call, target));
    try {
      body.run();
      gate.over();
      log.add(new Event.Returned(instance.number(), call, target, ""));
    } catch (RuntimeException e) {
      log.add(threw(call, target, e));
      throw e;
    } finally {
      instance.enter(before);
    }
  }
}
