package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Step;
import dev.landfall.conformance.schedule.Step.Kind;
import dev.landfall.conformance.schedule.Step.Option;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.ReplayRefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One pipeline of a schedule: its checkpoint store, its running process, and where it is. After a
 * crash it starts again from the newest durable checkpoint and goes on behind it. One thread at a
 * time.
 */
final class Lane {
  /** Restarts in a row without a new checkpoint; more than the faults of a run can explain. */
  private static final int MAX_RESTARTS = 6;

  private final Run run;
  private final Schedule schedule;
  private final String pipeline;
  private final String prefix;
  private final Cursor cursor;
  private final List<String> splits;
  private final Map<String, Source> sources = new HashMap<>();
  private final Lineage lineage = new Lineage();
  private final Map<String, CheckpointId> ids = new HashMap<>();
  private final Set<Integer> restored = new TreeSet<>();
  private final Zombies zombies;

  private @Nullable Body body;
  private int parallelism = 1;
  private int restarts;
  private int implicitStarts;
  private boolean begun;
  private boolean rescaled;
  private boolean stopped;
  private boolean closed;

  Lane(Run run, Schedule schedule, int number, List<Source> sources) {
    this.run = run;
    this.schedule = schedule;
    this.pipeline = schedule.pipelines().get(number);
    this.prefix = number == 0 ? "" : "b";
    this.cursor =
        new Cursor(schedule.steps().stream().filter(step -> step.lane() == number).toList());
    this.zombies = new Zombies(run, cursor);
    this.splits = schedule.splits(number);
    sources.forEach(source -> this.sources.put(source.id(), source));
  }

  Schedule schedule() {
    return schedule;
  }

  Lineage lineage() {
    return lineage;
  }

  /** A process that has a successor is told so when it asks (HO-11). */
  void requireLease(Instance instance) throws Superseded {
    boolean held = body != null && body.instance() == instance;
    if (!held && !run.has(Lapse.COMPLETES_WITHOUT_LEASE)) {
      throw new Superseded();
    }
  }

  /** What its newest start is: the very first one opens the sink, each later one recovers. */
  Phase starting() {
    return rescaled ? Phase.RESCALE : begun ? Phase.RECOVER : Phase.OPEN;
  }

  int position() {
    return cursor.position();
  }

  boolean isOf(Instance instance) {
    return instance.pipeline().equals(pipeline);
  }

  /** Whether its newest process came to a good end. */
  boolean isClosed() {
    return closed;
  }

  boolean isStopped() {
    return stopped;
  }

  List<String> splits() {
    return splits;
  }

  Source source(String split, long offset) {
    Source source = sources.get(split + ":" + offset);
    if (source == null) {
      throw new IllegalStateException("no record " + offset + " in " + split);
    }
    return source;
  }

  CheckpointId id(String label) {
    CheckpointId id = ids.get(label);
    if (id == null) {
      throw new IllegalStateException("no checkpoint " + label + " is durable");
    }
    return id;
  }

  void durable(String label, CheckpointId id) {
    ids.put(label, id);
    cursor.durable();
    restarts = 0;
  }

  /** Goes through the steps up to and including {@code last}, whatever happens on the way. */
  void advanceTo(int last) {
    while (cursor.position() <= last && !stopped) {
      int at = cursor.position();
      Body running = body;
      attempt(running, at);
      if (running != null
          && running != body
          && body != null
          && !running.instance().isDead()
          && isZombie(running)) {
        zombies.letGo(running, at + 1);
      }
    }
  }

  private boolean isZombie(@Nullable Body running) {
    return running != null && zombies.has(running.instance());
  }

  private void attempt(@Nullable Body running, int at) {
    boolean done = guarded(running, () -> execute(cursor.step(at)));
    if (done && cursor.position() == at && !superseded(running, at)) {
      cursor.goTo(at + 1);
    }
  }

  /** Something that a host does and that may end it. */
  @FunctionalInterface
  private interface Act {
    void run() throws SinkException, InterruptedException, Superseded;
  }

  /** Does it, and draws the consequences of every way in which it can end; whether it went well. */
  private boolean guarded(@Nullable Body running, Act act) {
    try {
      act.run();
      return true;
    } catch (Killed e) {
      died(running, e.instance());
    } catch (Superseded e) {
      // Its checkpoint, or its start, is refused; what it still does its last breath shows.
      return false;
    } catch (CommitFailedException e) {
      stop(Event.How.STOPPED_LOUDLY, running, e);
    } catch (ReplayRefusedException e) {
      run.log().add(new Event.Refused(current(running), String.valueOf(e.getMessage())));
      stop(Event.How.CLOSED, running, e);
    } catch (Runaway e) {
      stop(Event.How.GAVE_UP, running, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop(Event.How.GAVE_UP, running, e);
    } catch (SinkException | RuntimeException e) {
      failed(running, e);
    }
    return false;
  }

  private boolean superseded(@Nullable Body running, int at) {
    return isZombie(running) && cursor.step(at).kind() != Kind.START;
  }

  private int current(@Nullable Body running) {
    Body now = body == null ? running : body;
    return now == null ? 0 : now.instance().number();
  }

  private void died(@Nullable Body running, Instance instance) {
    run.log().add(new Event.Gone(instance.number(), Event.How.KILLED, ""));
    if (isZombie(running)) {
      return;
    }
    body = null;
    cursor.rewind();
    run.crashed();
  }

  private void failed(@Nullable Body running, Exception e) {
    if (isZombie(running)) {
      return;
    }
    Body failing = body;
    String why = e.getClass().getSimpleName() + ": " + e.getMessage();
    if (failing != null) {
      run.log().add(new Event.Gone(failing.instance().number(), Event.How.FAILED, why));
      try {
        failing.release(failing.instance().label());
      } catch (Killed killed) {
        run.log()
            .add(new Event.Gone(killed.instance().number(), Event.How.KILLED, "while it closed"));
      } catch (RuntimeException closing) {
        run.log()
            .add(
                new Event.Gone(
                    failing.instance().number(), Event.How.FAILED, String.valueOf(closing)));
      }
    }
    body = null;
    if (++restarts > MAX_RESTARTS) {
      run.log().add(new Event.Gone(0, Event.How.GAVE_UP, why));
      stopped = true;
      return;
    }
    cursor.rewind();
  }

  private void stop(Event.How how, @Nullable Body running, Throwable why) {
    if (isZombie(running)) {
      return;
    }
    run.log().add(new Event.Gone(current(running), how, String.valueOf(why.getMessage())));
    stopped = true;
    body = null;
  }

  private void execute(Step step) throws SinkException, InterruptedException, Superseded {
    if (step.kind() == Kind.START) {
      start(step);
      return;
    }
    if (body == null && step.kind() != Kind.KILL && step.kind() != Kind.CLOSE) {
      startAgain();
    }
    Body live = body;
    if (live == null) {
      return;
    }
    perform(step, live);
  }

  private void perform(Step step, Body live)
      throws SinkException, InterruptedException, Superseded {
    switch (step.kind()) {
      case WRITE -> live.write(step);
      case BARRIER -> live.barrier(step);
      case DURABLE -> live.durable(step);
      case FAIL -> live.fail(step);
      case NOTIFY -> live.commit(step);
      case ELAPSE -> run.gate().elapse(Duration.ofMinutes(step.amount()));
      case CLOSE -> end(live, step.label());
      case KILL -> {
        Killed killed = run.gate().kill(live.instance(), Bench.Connections.CLOSED);
        run.log()
            .add(new Event.Gone(killed.instance().number(), Event.How.KILLED, Event.Gone.PLANNED));
        body = null;
      }
      case START -> throw new IllegalStateException("not here");
    }
  }

  private void end(Body live, String label) throws SinkException {
    live.close(label);
    run.log().add(new Event.Gone(live.instance().number(), Event.How.CLOSED, ""));
    if (body == live) {
      body = null;
      closed = true;
    }
  }

  private void start(Step step) throws SinkException, InterruptedException, Superseded {
    Body before = body;
    if (before != null) {
      end(before, step.label());
    }
    cursor.starts();
    rescaled = parallelism != step.amount() && lineage.newest().isPresent();
    parallelism = step.amount();
    // A start that crashed is made again, but it goes back only once.
    if (restored.add(cursor.position())) {
      if (step.has(Option.OLDER)) {
        lineage.goBack();
      }
      if (step.has(Option.EMPTY_STATE)) {
        lineage.lose();
      }
    }
    begin(step.label(), step.has(Option.ACCEPT_REPLAY) ? ReplayPolicy.ACCEPT : ReplayPolicy.REFUSE);
  }

  private void startAgain() throws SinkException, InterruptedException, Superseded {
    rescaled = false;
    begin(prefix + "R" + ++implicitStarts, ReplayPolicy.REFUSE);
  }

  private void begin(String label, ReplayPolicy policy)
      throws SinkException, InterruptedException, Superseded {
    Body next = new Body(run, this, run.instance(pipeline, label), parallelism);
    body = next;
    closed = false;
    Phase starting = starting();
    begun = true;
    try {
      next.start(label, starting, policy);
    } catch (SinkException | RuntimeException | Superseded e) {
      if (body == next) {
        throw e;
      }
      // It stood still, was replaced, and comes to nothing; its successor goes on.
      run.log()
          .add(
              new Event.Gone(
                  next.instance().number(), Event.How.SUPERSEDED, String.valueOf(e.getMessage())));
    }
  }

  // ---- a successor while the former process stands still

  /** The process is stopped: another one starts and runs until the plan wakes the first. */
  void takeOver(Instance instance) {
    Body stoppedBody = body;
    if (stoppedBody == null || stoppedBody.instance() != instance) {
      return;
    }
    zombies.stop(instance);
    body = null;
    cursor.rewind();
    int before = cursor.position();
    if (cursor.step(before).kind() == Kind.START) {
      advanceTo(before);
    } else {
      guarded(null, this::startAgain);
    }
    if (run.plan().wake() == Plan.Wake.COMMITTED) {
      advanceTo(cursor.nextCommit(before));
    }
  }

  /** One more start and a good end: whatever a crash left is to be gone after it. */
  void startForTheLastTime() {
    if (stopped || !cursor.isAtEnd() || lineage.newest().isEmpty()) {
      return;
    }
    boolean done = false;
    for (int attempt = 1; attempt <= MAX_RESTARTS + 1 && !stopped && !done; attempt++) {
      String label = prefix + "Z" + attempt;
      done =
          guarded(
              null,
              () -> {
                begin(label, ReplayPolicy.REFUSE);
                end(Optional.ofNullable(body).orElseThrow(), label);
              });
      cursor.toEnd();
    }
  }

  @Override
  public String toString() {
    return lineage + " at " + cursor.position() + " with " + parallelism + " " + stopped;
  }
}
