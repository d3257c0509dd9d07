package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.SinkException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * One start of a host with everything that belongs to it: what a kill kills. One thread at a time.
 *
 * <p>A killed process runs no further line of code. In one JVM that takes two things: an {@link
 * Killed error} that ends the calls under way, and this guard, which every later request of the
 * abandoned objects meets.
 */
public final class Instance {
  private final int number;
  private final String pipeline;
  private String label;
  private Phase phase = Phase.OPEN;
  private final Map<Phase, String> events = new EnumMap<>(Phase.class);
  private boolean dead;
  private Optional<Trace.Act<RuntimeException>> other = Optional.empty();

  Instance(int number, String pipeline, String label) {
    this.number = number;
    this.pipeline = pipeline;
    this.label = label;
  }

  /** Counted over all starts of a run, from 1. */
  public int number() {
    return number;
  }

  public String pipeline() {
    return pipeline;
  }

  /**
   * What text is in that names no charset: a restart may be on another machine, with another
   * default (SI-10).
   */
  public Charset defaultCharset() {
    return number == 1 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
  }

  public boolean isDead() {
    return dead;
  }

  /**
   * Called before anything that a dead process could not do.
   *
   * @throws Killed if this instance is dead
   */
  public void requireAlive() {
    if (dead) {
      throw new Killed(this);
    }
  }

  /** The next call of a writer lets another thread of the host do this while it is inside. */
  void nextTime(Trace.Act<RuntimeException> act) {
    other = Optional.of(act);
  }

  void meanwhile() throws SinkException, InterruptedException {
    Optional<Trace.Act<RuntimeException>> now = other;
    other = Optional.empty();
    if (now.isPresent()) {
      now.get().run();
    }
  }

  void kill() {
    dead = true;
  }

  void at(String newLabel, Phase newPhase) {
    if (!label.equals(newLabel)) {
      label = newLabel;
      events.clear();
    }
    phase = newPhase;
  }

  Phase phase() {
    return phase;
  }

  Phase enter(Phase inner) {
    Phase before = phase;
    phase = inner;
    return before;
  }

  /** The first half of an address: {@code C2.commit}. */
  String event(Phase inner) {
    return events.computeIfAbsent(inner, any -> label + '.' + any.word());
  }

  String label() {
    return label;
  }

  @Override
  public String toString() {
    return "process " + number;
  }
}
