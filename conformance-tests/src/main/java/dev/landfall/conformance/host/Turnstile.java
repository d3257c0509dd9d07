package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.sdk.SinkException;

/**
 * Stands before one writer and tells when somebody enters while another is inside (HO-3). One
 * thread at a time: the other one is played, by a call that begins inside a call.
 */
final class Turnstile {
  private final Instance instance;
  private final RunLog log;
  private final String writer;
  private String inside = "";

  Turnstile(Instance instance, RunLog log, String writer) {
    this.instance = instance;
    this.log = log;
    this.writer = writer;
  }

  <E extends Exception> void pass(String call, Trace.Act<E> body)
      throws SinkException, InterruptedException, E {
    String before = inside;
    if (!before.isEmpty()) {
      log.add(new Event.Overlapped(instance.number(), writer, call, before));
    }
    inside = call;
    try {
      instance.meanwhile();
      body.run();
    } finally {
      inside = before;
    }
  }
}
